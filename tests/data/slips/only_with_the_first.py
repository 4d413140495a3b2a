from sudocube.cube import cube
from sudocube.geometry import Geometry


def clauses(n):
    for line in cube(Geometry.of_size(n)).lines:
        first, *rest = [element + 1 for element in line.elements]
        yield [first, *rest]
        for other in rest:
            yield [-first, -other]
