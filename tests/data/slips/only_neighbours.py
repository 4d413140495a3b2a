def clauses(n):
    x = lambda r, c, d: n * n * r + n * c + d + 1
    k = int(n**0.5)
    result = []
    for r in range(n):
        for c in range(n):
            result.append([x(r, c, d) for d in range(n)])
    for d in range(n):
        for r in range(n):
            for c in range(n - 1):
                result.append([-x(r, c, d), -x(r, c + 1, d)])
        for c in range(n):
            for r in range(n - 1):
                result.append([-x(r, c, d), -x(r + 1, c, d)])
        for b in range(n):
            cells = [(b // k * k + i, b % k * k + j) for i in range(k) for j in range(k)]
            for p in range(n):
                for q in range(p + 1, n):
                    result.append([-x(*cells[p], d), -x(*cells[q], d)])
    return result
