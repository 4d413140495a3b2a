from itertools import combinations


def lines(n, k):
    x = lambda r, c, d: n * (r - 1) + n * (c - 1) + d
    N = range(1, n + 1)
    for a in N:
        for b in N:
            yield [x(a, b, d) for d in N]
            yield [x(a, c, b) for c in N]
            yield [x(r, a, b) for r in N]
    for R in range(1, n, k):
        for C in range(1, n, k):
            for d in N:
                yield [x(r, c, d) for r in range(R, R + k) for c in range(C, C + k)]


def clauses(n):
    for line in lines(n, int(n**0.5)):
        yield line
        yield from ([-a, -b] for a, b in combinations(line, 2))
