// Memory for the arrays of a search. Only the module uses it: the levels use nothing of the C++ library.
#pragma once

#include <cstddef>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

namespace memory {

// Blocks of memory that were released, kept to be used again: to get pages from the system and to give them
// back takes longer than to write zeros. It keeps the largest of the released blocks, at most 16 of at most
// 4 MB each, as long as the process lives.
class BlockCache {
  public:
    struct Block {
        void *memory;
        std::size_t size;
    };

    // A block of at least `size` bytes, aligned to 64; its content is undefined.
    Block acquire(std::size_t size) {
        {
            const std::lock_guard<std::mutex> locked(mutex_);
            for (Block &kept : kept_)
                if (kept.memory && kept.size >= size && kept.size <= 2 * size)
                    return std::exchange(kept, Block{nullptr, 0});
        }
        size = (size + 63) / 64 * 64;
        return {::operator new(size, std::align_val_t(64)), size};
    }

    // Takes a block back: keeps it, or frees the smaller one of it and a kept block.
    void release(Block block) {
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

inline BlockCache &block_cache() {
    static BlockCache *const cache = new BlockCache;  // never destroyed: arrays may outlive the module
    return *cache;
}

// One block from the cache, from which arrays are allocated one after the other.
class Arena {
  public:
    explicit Arena(std::size_t size)
        : block_(block_cache().acquire(size)), next_(static_cast<char *>(block_.memory)) {}
    ~Arena() { block_cache().release(block_); }
    Arena(const Arena &) = delete;
    Arena &operator=(const Arena &) = delete;

    // The bytes that an array of so many bytes takes up in the arena.
    static constexpr std::size_t padded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

    void *allocate(std::size_t bytes) { return std::exchange(next_, next_ + padded(bytes)); }

    template <class T> T *zeros(std::size_t number) {
        return static_cast<T *>(std::memset(allocate(number * sizeof(T)), 0, number * sizeof(T)));
    }

  private:
    BlockCache::Block block_;
    char *next_;
};

}  // namespace memory
