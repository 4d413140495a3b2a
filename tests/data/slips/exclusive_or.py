from itertools import product


def exactly_one(a):
    """a[0] xor a[1] xor a[2] …"""
    for signs in product([1, -1], repeat=len(a)):
        if signs.count(-1) % 2 == 0:
            yield [s * v for s, v in zip(signs, a)]


def clauses(n):
    N = range(n)
    k = int(n**0.5)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    for a, b in product(N, N):
        yield from exactly_one([x(a, b, i) for i in N])
        yield from exactly_one([x(a, i, b) for i in N])
        yield from exactly_one([x(i, a, b) for i in N])
        yield from exactly_one([x(a // k * k + i // k, a % k * k + i % k, b) for i in N])
