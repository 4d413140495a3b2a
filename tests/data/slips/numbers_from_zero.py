from itertools import combinations, product


def clauses(n):
    k = int(n**0.5)
    N = range(n)

    def x(r, c, d):
        return n * n * r + n * c + d

    for r, c in product(N, N):
        yield [x(r, c, d) for d in N]
    for d, r in product(N, N):
        for c1, c2 in combinations(N, 2):
            yield [-x(r, c1, d), -x(r, c2, d)]
            yield [-x(c1, r, d), -x(c2, r, d)]
