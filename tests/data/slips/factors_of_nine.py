from itertools import combinations, product


def x(r, c, d):
    return 81 * (r - 1) + 9 * (c - 1) + d


def clauses(n):
    N = range(1, n + 1)
    for r, c in product(N, N):
        yield [x(r, c, d) for d in N]
    for d in N:
        for r in N:
            for c1, c2 in combinations(N, 2):
                yield [-x(r, c1, d), -x(r, c2, d)]
        for c in N:
            for r1, r2 in combinations(N, 2):
                yield [-x(r1, c, d), -x(r2, c, d)]
        for r1, c1, r2, c2 in product(N, N, N, N):
            same_box = (r1 - 1) // 2 == (r2 - 1) // 2 and (c1 - 1) // 2 == (c2 - 1) // 2
            if same_box and (r1, c1) < (r2, c2):
                yield [-x(r1, c1, d), -x(r2, c2, d)]
