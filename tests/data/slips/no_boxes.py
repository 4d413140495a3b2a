from itertools import combinations


def clauses(n):
    x = lambda r, c, d: n * n * r + n * c + d + 1
    result = []
    for a in range(n):
        for b in range(n):
            result.append([x(a, b, i) for i in range(n)])
            for i, j in combinations(range(n), 2):
                result.append([-x(a, i, b), -x(a, j, b)])
                result.append([-x(i, a, b), -x(j, a, b)])
    return result
