from itertools import combinations


def clauses(n):
    x = lambda r, c, d: n * n * (r - 1) + n * (c - 1) + d
    k = int(n**0.5)
    for r in range(1, n + 1):
        for d in range(1, n + 1):
            for c1, c2 in combinations(range(1, n + 2), 2):
                yield [-x(r, c1, d), -x(r, c2, d)]
    for a in range(1, n + 1):
        for b in range(1, n + 1):
            yield [x(a, b, d) for d in range(1, n + 1)]
            for i, j in combinations(range(1, n + 1), 2):
                yield [-x(i, a, b), -x(j, a, b)]
    for R in range(1, n, k):
        for C in range(1, n, k):
            for d in range(1, n + 1):
                cells = [x(R + i, C + j, d) for i in range(k) for j in range(k)]
                for p, q in combinations(cells, 2):
                    yield [-p, -q]
