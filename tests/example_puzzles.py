"""Puzzles written out, so that a failing test shows which: sizes 4 to 25, every answer, two box shapes.

Made up by the functions of `tests.puzzles` and by hand; a test counts the solutions of each again. The
names begin with the rows x columns of a box; `subtle` ones have no clash and still no solution.
"""

from sudocube.geometry import Geometry

EXAMPLES: tuple[tuple[str, str, Geometry | None, int], ...] = (
    ("2x2-unique", "....32........42", None, 1),
    ("2x2-multiple", "41232314........", None, 2),
    ("2x2-empty-288-solutions", "................", None, 2),
    ("2x2-one-clue", "......3.........", None, 2),
    ("2x2-clash-in-row", "1..1............", None, 0),
    ("2x2-no-digit-for-a-cell", "123........4....", None, 0),
    ("2x2-no-place-for-a-digit", "1......2..1.....", None, 0),
    ("2x2-full", "4132321414232341", None, 1),
    ("2x2-full-wrong", "1432231434211243", None, 0),
    ("2x3-unique", ".....2....5....1.6..3...2.63..5.....", None, 1),
    ("2x3-multiple", ".1...36.4.5.2...3...............6..2", None, 2),
    ("2x3-clash-in-box", "3.4.5.1.362..6.412412..52.15.653.241", None, 0),
    ("2x3-subtle", "4.......1..2...6.....34156......4...", None, 0),
    ("3x2-unique", ".......54......3.634...2.6........43", Geometry(3, 2), 1),
    ("3x2-multiple", "..13.4.5.........35.........6.24....", Geometry(3, 2), 2),
    ("3x2-clash-in-box", "6.1254.4632521453...2.4..5346...5.13", Geometry(3, 2), 0),
    ("3x2-subtle", ".........26.35...1........36...15...", Geometry(3, 2), 0),
    ("2x4-unique", ".....1..7.68.3...2....145......72......1..5..7....46......7.38..", None, 1),
    ("2x4-subtle", ".....1...8....763..8...2.76.......2.7..1.4...5...145.8.......2..", None, 0),
    ("4x2-unique", "7..3..54....68..4........17.4..2.63...2.1.......5..4...7.7.....1", Geometry(4, 2), 1),
    ("4x2-multiple", "....7....1....6...8..2.5.....138.....58.3...6..2683.....2....4..", Geometry(4, 2), 2),
    (
        "3x3-unique",
        "..4.8..3.2..3..1.8...6...9..7......1..9.5.6.....2.6...3..5......4...2.......982..",
        None,
        1,
    ),
    (
        "3x3-unique-few-clues",
        ".6....4......13..7...45...26..79......1..53.......2.9...5...18.8.....5..7........",
        None,
        1,
    ),
    (
        "3x3-unique-one-blank",
        "92761458381375249645639.217789126345341587629265943871138275964694831752572469138",
        None,
        1,
    ),
    (
        "3x3-two-solutions",
        "713468952869325741524917836137846529648592173295731684456279318.8..5...7.7..8...5",
        None,
        2,
    ),
    (
        "3x3-multiple",
        "...83....74........3..1.65.19.3..72....9..46.....28.3..1.......5...86..33......4.",
        None,
        2,
    ),
    (
        "3x3-empty",
        ".................................................................................",
        None,
        2,
    ),
    (
        "3x3-clash-in-row",
        "5.3178..97843..615...4..38.49.8.52.1..264.8.3358.17964.452.319281...4.36.37.61548",
        None,
        0,
    ),
    (
        "3x3-clash-in-column",
        "831527.69..74..18.694.8125774269.5.1..6....72...752694.83.7.9467698.3..52.594..18",
        None,
        0,
    ),
    (
        "3x3-clash-in-box",
        "8.1942675...59832..3.1679844.3.85219.26.7..43.8923.7.6952..3....478.6192..84.953.",
        None,
        0,
    ),
    (
        "3x3-subtle",
        "...4...5.........829.7.3..4..1......839.6.....6.5.2.7.....2......8.....99...7..1.",
        None,
        0,
    ),
    (
        "3x3-full",
        "714286935935174682826539174269753841358941726471628359147862593682395417593417268",
        None,
        1,
    ),
    (
        "3x3-full-two-cells-swapped",
        "414286935935174682826539174269753841358971726471628359147862593682395417593417268",
        None,
        0,
    ),
    (
        "3x3-full-boxes-wrong",
        "123456789234567891345678912456789123567891234678912345789123456891234567912345678",
        None,
        0,
    ),
    (
        "2x5-unique",
        ".7.....8..6..51..3A.1.98..57..267...A98..A.4....6535269.7..A.3..4.6.28....694A13..6.8A..72"
        ".2...5.691",
        None,
        1,
    ),
    (
        "5x2-unique",
        ".1..8423...A.6...7.9...1.76.A.7..86.A.1.96...5..8..3A.7...5..589.6.A....6..1.832.72...5148"
        ".415327.9A",
        Geometry(5, 2),
        1,
    ),
    (
        "3x4-unique",
        "2...8.9...B.5..B....9.73..87....21CA..38...4CA16...132.8.54..B54A...7....5...8A..C248.C.4759...1"
        "...6C13.5.9..7.5.B..8..C.16A.C8.4.57C8...945.6.B",
        None,
        1,
    ),
    (
        "4x3-unique",
        "8...7....9.B.B..4.9.2.56....2.5B8.7.2.95.B.3.4.AB.743C...6...1..6.75B..C.987B5.C...1.C4.A...67B."
        ".7..1.B.95.8..3.C.6....7.8B...A4C.6.126.98.75A.4",
        Geometry(4, 3),
        1,
    ),
    (
        "2x5-two-solutions",
        "A91256784348367259A151649A8372732A849156964715328A82A53716946783.1.5292591.3.7681478692A35"
        "3A59286417",
        None,
        2,
    ),
    (
        "3x4-subtle",
        ".5.812.64...3.2.....8CB5.7....C86.2.16.9..4..5A8.8..A6...7..74.BC.52..36BC.54....98...47.C.5.2.3"
        "238..A9..B4C6..A.1.C3872....7..A.45..B...5...6.9",
        None,
        0,
    ),
    (
        "4x4-unique",
        "...9.A..C.7...4...B2F4.D9..8A..6FD1.3E...5..B7C.A65.BC72..1.E.9.2..7.D...9...A.5.5....B....1..83"
        "4.F.E938GA.6C.2..3.8...62CB.4F..D.41....6G..2C.B..G527.B1.4F8..EE.9.G6..72..D4...C.BD14.38..6.5."
        "3.8.6.GA...C.DF.B...1FD4E.8.5...5G.A7...F..43...14....9..6.A.2B.",
        None,
        1,
    ),
    (
        "4x4-multiple",
        "5678C43E9BDF1AG2BF9DGA217586E4C3E2AG876541C3B9DF134CD9FBAEG257863BC9ADEFG2756841FEDA7G5286413C9B"
        "25G74816C39BFDAE61849CB3DFAE2G757G25168439BCAFED8A61B3C7F4ED925GD9FE52GA671843BCC43BEFD92A5G7618"
        "4813...CED2AG...9CBF2EAD5G678134G7563148BCF9DE2AADE2...G1834C...",
        None,
        2,
    ),
    (
        "4x4-clash-in-column",
        "5BA761..4.83G.E.D.84AB.7GEF526.3196.FE3.7....8C5.EFG8C.....97AB..6.C5.A.E.9.1D7..7.19.FEB.5AC..6"
        "A.5B.7...G38E92FF.9...8C17.6B54A231..5G..9.7ACD..G..C3.A.D126B47.DB61.2FA5.4..3G45.A..7683.GF1.2"
        "C8G.4.B.3F2..761BA4.7.1958GC3.FE617.2.E....B5G8CEF.3....9.71D.AB",
        None,
        0,
    ),
    (
        "4x4-subtle",
        "71CG....BE.5.A.4...F.GC78.A9.35B.8...53E....2D.6...5.9A462.F7CG...BD2C.9E..A1.3.EG..4...25...9C."
        "F26A73..4...B5..9..C....7G136F.28A...EG.C...562.6..2.791.8F.G.E3.B........5......C97.256..GE...A"
        "....58E..3...2.F.37.F6.A.D.B.4.9.F28G.......D.6.D.E.9...F...37.G",
        None,
        0,
    ),
    (
        "5x5-unique",
        "87.P3N..D..H.I..EA.M9..BLHI15.27P8...6L.4..JDA.G..FE.MA6.KB.N.4..I51.H2.73P"
        "B.6.9.I5.C....M..23.N...OJO...E.MFA23...LK..B..IC.G.....B9.LO4DJNHC5I.P.873"
        "4JDNO.MAGEP783.B9KL.51H.C2.P.7OD.N4I15H.MF.GAL9.6B1...IP..2...KB9D.O4NE..GF"
        "6BK9L5..1I.GM.A....2O.....CH15..27.KLB96JN.O4..FEA.NJ.DA.G.M..3...6BK..IC5."
        "EAF..B96L.DOJN4C1H5.8.3P2..82.DJN4O5...1.AM.G.6BL9L9.6KHC1I5.E...328.7D4JON"
        "51.I.3.7..BK96LN4.DOF.AM.M..E..6L.B.D..O.ICH53P.87K69LBC1I5HFM..E2738..OND."
        ".23.8.N.O.H5C1IA..MEBL9.6D4N.J.AEMF38....L9BKC51.I.5I.17P83..9LKB.D4N.GFE.."
        "ND...MEFA...P83.B.69.C51HAMEFGLKB9..N.DJ5H.1C73P2..P7824ODJN1C..HE.GAF....K"
        "9..B6I5.C1GAEMF.87234JON.",
        None,
        1,
    ),
    (
        "5x5-two-solutions",
        "367H5GA9MLPNKIJ2FCO1BD48EM9GALJKINPEB48D635H7FO12CNIKJP4D8BECF12O9MLAG3H765"
        "F21OCH7635LMG9A8BED4NJKIPB84DE1O2FC5376HINPJKMAG9LDEMIGN8COK4HB52PJ793A6FL1"
        "OCN9KIB5H41AFL8EDG6MJ23P7JP367M9EDGKONCILA12FH8B54H5B84F2LA17J3P6COKIND9MEG"
        "ALF2163PJ7GDME95H48BOINCKGDLF23POK694EHMJ78B51NCAI4AEM9CNJ1I875DBHK63PGFLO2"
        "1OCNIB5H782GLAFD49MEK3PJ6KJP36EMD49I1CONAG2FL7B5H87H5B8LFAG26KPJ3O1INC4MED9"
        "IKJPNDE48BF2O1CG9MLA65H7321OC35H76MN9AGL48FEDIPJKB9GALFPJKI3M8D4E76B5H2CO1N"
        "84.EM.C12NB6.75KI3P.9L.GF67.5B.LG9F3I.KP12NC.8E.4MPM9GAKINEJDC8B43LH76512FO"
        "E367H9GMCAJ5INKFPO12L48BD5B84D21FLOHP637NCJKIEG9MACNIKJ84B5DOL2F1MEAG9P763H"
        "LF21O763PHAE9MGB5D48CKINJ",
        None,
        2,
    ),
    (
        "5x5-subtle",
        "6..PBD1JE..53N.FCL9H7I.GME....2KB.A9MGIF..N658D.J1.I.M8..F95KBOE21..DJ6CHPL"
        "9N3.F.C.6.D..71.48.G2EKOB.7AJ1.4.IGPCH.LB.2..9..5FI8DGMF9.N..O.2...17...C3."
        ".14AJMIG.3E6C....B..NF9H5NF..5P6HLC7AD.JGI.84B2E.....H..EO2.IG48M.9FN..7..J"
        "2.EKO7.A.DN39F..6..CM.I..B..4K...F..9...ALJP6G...H8M2EG5..J9FKNBO.7H1DPL.I."
        "1J7D.G84MI...PH.2.BEF..9.F.N.3.LC.6...JA48GM.O.2E.PL6CH....E84IMG3N5F9.17DA"
        ".HP.6..2KB.8M4..593F.AJ.7...8...N3F..BK.7.DA1C5P.6395FN6..C.A1J.78GI4MEKOB2"
        "...17IG8..LH...2OEKB3...NK.O.2A.1D..F5.NLH.CP.4G..H.L.C..EO2.I8G49.35N.J.7D"
        "MG...3F95N.E2..D.AJ7.P.6C..B2EJD..15N..96PC.L4GM..53FN9..6HLJ.1A.IM4G8KOB2E"
        "JA17...IG..P.H.EB.O253F.9",
        None,
        0,
    ),
)
"""(name, cells, geometry or None where the number of cells tells, solutions capped at 2)"""
