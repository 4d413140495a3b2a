from itertools import combinations, product


def cells(n):
    return [[n * n * r + n * c + d + 1 for d in range(n)] for r in range(n) for c in range(n)]


def units(n):
    k = int(n**0.5)
    for i in range(n):
        yield [(i, j) for j in range(n)]
        yield [(j, i) for j in range(n)]
    for b in range(n):
        yield [(b // k * k + i, b % k * k + j) for i, j in product(range(k), range(k))]


def at_most_one(n):
    result = []
    for unit in units(n):
        for d in range(n):
            line = [n * n * r + n * c + d + 1 for r, c in unit]
            result += [[-a, -b] for a, b in combinations(line, 2)]
            break
    return result


def clauses(n):
    return cells(n) + at_most_one(n)
