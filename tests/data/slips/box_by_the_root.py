from itertools import combinations


def clauses(n):
    k = int(n**0.5)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    for a in range(n):
        for b in range(n):
            yield [x(a, b, d) for d in range(n)]
            for i, j in combinations(range(n), 2):
                yield [-x(a, i, b), -x(a, j, b)]
                yield [-x(i, a, b), -x(j, a, b)]
    for R in range(0, n, k):
        for C in range(0, n, k):
            for d in range(n):
                yield [x(R + i, C + j, d) for i in range(k) for j in range(k)]
