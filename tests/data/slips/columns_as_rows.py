from itertools import combinations, product


def clauses(n):
    N = range(n)
    k = int(n**0.5)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    for r, c in product(N, N):
        yield [x(r, c, d) for d in N]
    for r, d in product(N, N):  # rows
        for c1, c2 in combinations(N, 2):
            yield [-x(r, c1, d), -x(r, c2, d)]
    for c, d in product(N, N):  # columns
        for r1, r2 in combinations(N, 2):
            yield [-x(c, r1, d), -x(c, r2, d)]
    for b, d in product(N, N):
        for p, q in combinations(N, 2):
            r, c = b // k * k, b % k * k
            yield [-x(r + p // k, c + p % k, d), -x(r + q // k, c + q % k, d)]
