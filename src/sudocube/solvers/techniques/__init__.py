"""Techniques with names: two rules on the lines of the cube, and one theorem that checks every step.

theorem      the theorem: which elements some bases and covers show to be false
rules        COVER: k bases in k covers, from singles to jellyfish; unique rectangles as bases
             CHAIN: almost sets tied to each other, from skyscraper to chains of almost locked sets
             NET, the last resort: an assumption that singles refute
names        the usual name of a step, and its reason in words
solving      the rules in the order of their levels; the level of a puzzle
"""
