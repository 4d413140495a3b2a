def clauses(n):
    k = int(n**0.5)
    R = range(n)
    x = lambda r, c, d: n * n * r + n * c + d + 1
    units = []
    for i in R:
        units.append([(i, j) for j in R])
        units.append([(j, i) for j in R])
        units.append([(i // k * k + j // k, i % k * k + j % k) for j in R])
    for r in R:
        for c in R:
            yield [x(r, c, d) for d in R]
    for unit in units:
        for d in R:
            for one, other in zip(unit[::2], unit[1::2]):
                yield [-x(*one, d), -x(*other, d)]
