from itertools import combinations


def clauses(n):
    """No digit twice in a row, column or box, and no two digits in a cell."""
    k = int(n**0.5)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    for a in range(n):
        for b in range(n):
            for i, j in combinations(range(n), 2):
                yield [-x(a, b, i), -x(a, b, j)]
                yield [-x(a, i, b), -x(a, j, b)]
                yield [-x(i, a, b), -x(j, a, b)]
                r, c = a // k * k, a % k * k
                yield [-x(r + i // k, c + i % k, b), -x(r + j // k, c + j % k, b)]
