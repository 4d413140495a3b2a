from itertools import combinations


def clauses(n):
    k = int(n**0.5)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    N = range(n)
    for a in N:
        for b in N:
            yield [x(a, b, d) for d in N]
            for i, j in combinations(N, 2):
                yield [-x(a, i, b), -x(a, j, b)]
                yield [-x(i, a, b), -x(j, a, b)]
    for R in range(n - k + 1):
        for C in range(n - k + 1):
            for d in N:
                cells = [x(R + i, C + j, d) for i in range(k) for j in range(k)]
                for p, q in combinations(cells, 2):
                    yield [-p, -q]
