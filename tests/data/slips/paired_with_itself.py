def clauses(n):
    k = int(n**0.5)
    out = []
    for r in range(n):
        for c in range(n):
            out.append([n * n * r + n * c + d + 1 for d in range(n)])
    for d in range(1, n + 1):
        rows = [[n * n * r + n * c + d for c in range(n)] for r in range(n)]
        columns = [[row[c] for row in rows] for c in range(n)]
        boxes = [
            [rows[r][c] for r in range(R, R + k) for c in range(C, C + k)]
            for R in range(0, n, k)
            for C in range(0, n, k)
        ]
        for line in rows + columns + boxes:
            for i in range(n):
                for j in range(i, n):
                    out.append([-line[i], -line[j]])
    return out
