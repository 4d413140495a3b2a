from itertools import combinations


def clauses(n):
    x = lambda r, c, d: n * n * r + n * c + d + 1
    N = range(n)
    for a in N:
        for b in N:
            yield [x(a, b, d) for d in N]
            for line in ([x(a, c, b) for c in N], [x(r, a, b) for r in N]):
                for three in combinations(line, 3):
                    yield [-v for v in three]
    for R in range(0, n, 2):
        for C in range(0, n, 2):
            for d in N:
                for p, q in combinations([(R, C), (R, C + 1), (R + 1, C), (R + 1, C + 1)], 2):
                    yield [-x(*p, d), -x(*q, d)]
