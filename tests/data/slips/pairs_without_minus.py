from itertools import combinations


def clauses(n):
    k = int(n**0.5)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    lines = [[x(r, c, d) for d in range(n)] for r in range(n) for c in range(n)]
    lines += [[x(r, c, d) for c in range(n)] for r in range(n) for d in range(n)]
    lines += [[x(r, c, d) for r in range(n)] for c in range(n) for d in range(n)]
    for b in range(n):
        for d in range(n):
            lines.append([x(b // k * k + i // k, b % k * k + i % k, d) for i in range(n)])
    for line in lines:
        yield line
        for a, b in combinations(line, 2):
            yield [a, b]
