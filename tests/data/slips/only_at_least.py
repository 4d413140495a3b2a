def clauses(n):
    """Each row, column and box holds each digit, and each cell holds a digit."""
    k = int(n**0.5)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    for a in range(n):
        for b in range(n):
            yield [x(a, b, i) for i in range(n)]
            yield [x(a, i, b) for i in range(n)]
            yield [x(i, a, b) for i in range(n)]
            yield [x(a // k * k + i // k, a % k * k + i % k, b) for i in range(n)]
