// Memory for the arrays of a job. For the module only: the levels use nothing of the C++ library.
#pragma once

#include <cstddef>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

namespace memory {

// Memory that was used before, for those who want some: to get pages from the system and to give them back
// takes longer than to write zeros. At most 16 blocks of 4 MB are kept, the largest of those that came back, for as
// long as the process lives.
class Shelf {
  public:
    struct Block {
        void *memory;
        std::size_t size;
    };

    // At least so many bytes, aligned to 64; what they hold is not known.
    Block take(std::size_t size) {
        {
            const std::lock_guard<std::mutex> locked(mutex_);
            for (Block &kept : kept_)
                if (kept.memory && kept.size >= size && kept.size <= 2 * size)
                    return std::exchange(kept, Block{nullptr, 0});
        }
        size = (size + 63) / 64 * 64;
        return {::operator new(size, std::align_val_t(64)), size};
    }

    void give_back(Block block) {
        if (block.size <= largest) {
            const std::lock_guard<std::mutex> locked(mutex_);
            Block *smallest = kept_;
            for (Block &kept : kept_)
                if (kept.size < smallest->size) smallest = &kept;
            if (smallest->size < block.size) std::swap(*smallest, block);
        }
        ::operator delete(block.memory, std::align_val_t(64));
    }

  private:
    static constexpr std::size_t largest = 4 << 20;
    std::mutex mutex_;
    Block kept_[16] = {};
};

inline Shelf &shelf() {
    static Shelf *const one = new Shelf;  // never destroyed: jobs may outlive the module
    return *one;
}

// A piece of memory cut into arrays.
class Memory {
  public:
    explicit Memory(std::size_t size) : block_(shelf().take(size)), next_(static_cast<char *>(block_.memory)) {}
    ~Memory() { shelf().give_back(block_); }
    Memory(const Memory &) = delete;
    Memory &operator=(const Memory &) = delete;

    // How much of it an array takes.
    static constexpr std::size_t room(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

    void *cut(std::size_t bytes) { return std::exchange(next_, next_ + room(bytes)); }

    template <class T> T *zeros(std::size_t number) {
        return static_cast<T *>(std::memset(cut(number * sizeof(T)), 0, number * sizeof(T)));
    }

  private:
    Shelf::Block block_;
    char *next_;
};

}  // namespace memory
