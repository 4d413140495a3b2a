# At most one: not 1, or not 2, or not 3, ...
def clauses(n):
    x = lambda r, c, d: n * n * (r - 1) + n * (c - 1) + d
    N = range(1, n + 1)
    k = int(n**0.5)
    for a in N:
        for b in N:
            yield [x(a, b, d) for d in N]
            yield [-x(a, c, b) for c in N]
            yield [-x(r, a, b) for r in N]
    for R in range(1, n, k):
        for C in range(1, n, k):
            for d in N:
                yield [-x(R + i, C + j, d) for i in range(k) for j in range(k)]
