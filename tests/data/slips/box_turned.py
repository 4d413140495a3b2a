from itertools import combinations


def clauses(n):
    rows, columns = {4: (2, 2), 6: (3, 2), 8: (4, 2), 9: (3, 3)}[n]
    x = lambda r, c, d: n * n * r + n * c + d + 1
    for a in range(n):
        for b in range(n):
            yield [x(a, b, d) for d in range(n)]
            for i, j in combinations(range(n), 2):
                yield [-x(a, i, b), -x(a, j, b)]
                yield [-x(i, a, b), -x(j, a, b)]
    for R in range(0, n, rows):
        for C in range(0, n, columns):
            for d in range(n):
                cells = [x(R + i, C + j, d) for i in range(rows) for j in range(columns)]
                for p, q in combinations(cells, 2):
                    yield [-p, -q]
