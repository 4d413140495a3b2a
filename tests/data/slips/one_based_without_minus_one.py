from itertools import combinations, product


def x(n, r, c, d):
    return n * n * r + n * c + d


def clauses(n):
    digits = range(1, n + 1)
    k = int(n**0.5)
    for r, c in product(digits, digits):
        yield [x(n, r, c, d) for d in digits]
    for a, d in product(digits, digits):
        for b1, b2 in combinations(digits, 2):
            yield [-x(n, a, b1, d), -x(n, a, b2, d)]
            yield [-x(n, b1, a, d), -x(n, b2, a, d)]
    for R, C in product(range(1, n, k), range(1, n, k)):
        cells = [(R + i, C + j) for i in range(k) for j in range(k)]
        for d in digits:
            for (r1, c1), (r2, c2) in combinations(cells, 2):
                yield [-x(n, r1, c1, d), -x(n, r2, c2, d)]
