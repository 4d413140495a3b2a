from itertools import combinations


def x(n, r, c, d):
    return n * n * (r - 1) + n * (c - 1) + d


def clauses(n):
    result = []
    for r in range(1, n + 1):
        for c in range(1, n + 1):
            result.append([x(n, r, c, d) for d in range(1, n + 1)])
    for d in range(1, n):
        for a in range(1, n + 1):
            for p, q in combinations(range(1, n + 1), 2):
                result.append([-x(n, a, p, d), -x(n, a, q, d)])
                result.append([-x(n, p, a, d), -x(n, q, a, d)])
    k = int(n**0.5)
    for top in range(1, n + 1, k):
        for left in range(1, n + 1, k):
            box = [(r, c) for r in range(top, top + k) for c in range(left, left + k)]
            for d in range(1, n):
                for p, q in combinations(box, 2):
                    result.append([-x(n, *p, d), -x(n, *q, d)])
    return result
