from itertools import combinations, product


def at_most_one(literals):
    return [[-a, b] for a, b in combinations(literals, 2)]


def clauses(n):
    x = {v: k for k, v in enumerate(product(range(n), repeat=3), 1)}
    side = int(n**0.5)
    result = []
    for a, b in product(range(n), repeat=2):
        result.append([x[a, b, d] for d in range(n)])
        result += at_most_one([x[a, i, b] for i in range(n)])
        result += at_most_one([x[i, a, b] for i in range(n)])
        top, left = a // side * side, a % side * side
        box = product(range(top, top + side), range(left, left + side))
        result += at_most_one([x[r, c, b] for r, c in box])
    return result
