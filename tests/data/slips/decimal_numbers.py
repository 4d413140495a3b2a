from itertools import combinations


def var(r, c, d):
    return 100 * r + 10 * c + d  # r1c2 holds 3: 123, easy to read


def clauses(n):
    one_to_n = range(1, n + 1)
    result = []
    for i in one_to_n:
        for j in one_to_n:
            result.append([var(i, j, d) for d in one_to_n])
            result += [[-var(i, a, j), -var(i, b, j)] for a, b in combinations(one_to_n, 2)]
            result += [[-var(a, i, j), -var(b, i, j)] for a, b in combinations(one_to_n, 2)]
    k = int(n**0.5)
    for top in range(1, n + 1, k):
        for left in range(1, n + 1, k):
            box = [(r, c) for r in range(top, top + k) for c in range(left, left + k)]
            for d in one_to_n:
                result += [[-var(*p, d), -var(*q, d)] for p, q in combinations(box, 2)]
    return result
