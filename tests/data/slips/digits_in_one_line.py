from itertools import combinations


def clauses(n):
    k = int(n**0.5)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    for r in range(n):
        for c in range(n):
            yield [x(r, c, d) for d in range(n)]
    for r in range(n):
        row = [x(r, c, d) for c in range(n) for d in range(n)]
        for p, q in combinations(row, 2):
            yield [-p, -q]
    for c in range(n):
        for d in range(n):
            for p, q in combinations(range(n), 2):
                yield [-x(p, c, d), -x(q, c, d)]
    for b in range(n):
        for d in range(n):
            box = [x(b // k * k + i, b % k * k + j, d) for i in range(k) for j in range(k)]
            for p, q in combinations(box, 2):
                yield [-p, -q]
