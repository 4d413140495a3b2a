from itertools import combinations

HEIGHT, WIDTH = 2, 3


def clauses(n):
    x = lambda r, c, d: n * n * r + n * c + d + 1
    N = range(n)
    for a in N:
        for b in N:
            yield [x(a, b, d) for d in N]
            for i, j in combinations(N, 2):
                yield [-x(a, i, b), -x(a, j, b)]
                yield [-x(i, a, b), -x(j, a, b)]
    for b in N:
        for d in N:
            # cell i of box b
            line = [x(b // 2 * HEIGHT + i % WIDTH, b % 2 * WIDTH + i // WIDTH, d) for i in N]
            for p, q in combinations(line, 2):
                yield [-p, -q]
