from itertools import combinations


def clauses(n):
    N = range(n)
    k = int(n**0.5)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    cells = [[x(r, c, d) for d in N] for r in N for c in N]
    rows = [[x(r, c, d) for c in N] for r in N for d in N]
    columns = [[x(r, c, d) for r in N] for c in N for d in N]
    boxes = [[x(b // k * k + i // k, b % k * k + i % k, d) for i in N] for b in N for d in N]
    result = [list(clause) for clause in zip(*cells)]
    for line in rows + columns + boxes:
        result += [[-a, -b] for a, b in combinations(line, 2)]
    return result
