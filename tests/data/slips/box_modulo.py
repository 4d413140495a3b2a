from itertools import combinations, product


def clauses(n):
    k = int(n**0.5)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    cells = list(product(range(n), range(n)))
    for r, c in cells:
        yield [x(r, c, d) for d in range(n)]
    for (r, c), (s, e) in combinations(cells, 2):
        same_box = r % k == s % k and c % k == e % k
        if r == s or c == e or same_box:
            for d in range(n):
                yield [-x(r, c, d), -x(s, e, d)]
