"""x[d, r, c]: one floor of the cube after the other."""


def clauses(n):
    k = {4: 2, 9: 3}[n]
    x = [[[n * n * d + n * r + c + 1 for d in range(n)] for c in range(n)] for r in range(n)]
    lines = []
    for a in range(n):
        for b in range(n):
            lines.append([x[a][b][d] for d in range(n)])
            lines.append([x[a][c][b] for c in range(n)])
            lines.append([x[r][a][b] for r in range(n)])
            lines.append([x[a // k * k + i][a % k * k + j][b] for i in range(k) for j in range(k)])
    out = []
    for line in lines:
        out.append(line)
        for i in range(n):
            for j in range(i + 1, n):
                out.append([-line[i], -line[j]])
    return out
