from itertools import combinations, product


def clauses(n):
    N = range(n)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    for r, c in product(N, N):
        for d in N:
            yield [x(r, c, d)]
    for a, d in product(N, N):
        for p, q in combinations(N, 2):
            yield [-x(a, p, d), -x(a, q, d)]
            yield [-x(p, a, d), -x(q, a, d)]
    k = int(n**0.5)
    for b, d in product(N, N):
        cells = [(b // k * k + i, b % k * k + j) for i in range(k) for j in range(k)]
        for p, q in combinations(cells, 2):
            yield [-x(*p, d), -x(*q, d)]
