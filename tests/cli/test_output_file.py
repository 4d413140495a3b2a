"""`--output`: the answer of any command in a file, completely or not at all, in place of standard output."""

import pytest

from tests.cli.command import MULTIPLE, SOLUTION, UNIQUE, invoke, written

PHASES = ("-e", "phases")
ANSWERS: dict[str, tuple[str, ...]] = {
    "check": ("check", MULTIPLE, *PHASES),
    "solve": ("solve", UNIQUE, *PHASES),
    "count": ("count", MULTIPLE, *PHASES),
    "crosscheck": ("crosscheck", MULTIPLE, "-e", "phases,cube", "--details", "all", "--json"),
    "convert": ("convert", UNIQUE, "--format", "grid"),
    "canonical": ("canonical", UNIQUE),
    "generate": ("generate", "--seed", "7"),
    "diagnose": ("diagnose", UNIQUE),
    "explain": ("explain", "1.....2..3.....4"),
    "bench": ("bench", UNIQUE, *PHASES, "--rounds", "1", "--json"),
    "engines": ("engines",),
    "encodings list": ("encodings", "list"),
    "encodings show": ("encodings", "show", "extended", "--size", "4"),
    "encodings compare": ("encodings", "compare", "1.....2..3.....4", "-e", "extended", "--no-search"),
    "encodings literature": ("encodings", "literature", UNIQUE),
    "encodings prove": ("encodings", "prove", "extended", "--size", "4"),
}


def stated(text: str) -> str:
    """A text without its digits: seconds differ from run to run."""
    return "".join(one for one in text if not one.isdigit() and one not in "e-+.")


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer_goes_to_the_file_in_place_of_standard_output(tmp_path, name):
    file = tmp_path / "answer"
    plain = invoke(*ANSWERS[name])
    outcome = invoke(*ANSWERS[name], "-o", file)
    assert plain.out
    assert (outcome.status, outcome.out) == (plain.status, "")
    assert stated(file.read_text("utf-8")) == stated(plain.out)
    assert list(tmp_path.iterdir()) == [file]


def test_verify_and_decode_write_files_too(tmp_path):
    folder, file, output = tmp_path / "certificates", tmp_path / "answer", tmp_path / "output"
    invoke("certify", UNIQUE, "-o", folder)
    assert invoke("verify", folder, "-o", file).out == ""
    assert file.read_text("utf-8").startswith("1 certificate accepted: 1 unique")
    output.write_text("s SATISFIABLE\nv " + " ".join(map(str, model(SOLUTION))) + " 0\n")
    assert invoke("decode", UNIQUE, output, "-o", file, "--format", "grid") == (0, "", "")
    assert file.read_text("utf-8").count("\n") == 9


def model(cells: str) -> list[int]:
    """The literals of a grid of 9×9 in the direct encoding."""
    true = {81 * (cell // 9) + 9 * (cell % 9) + int(digit) for cell, digit in enumerate(cells)}
    return [number if number in true else -number for number in range(1, 730)]


@pytest.mark.parametrize("name", ["check", "engines", "diagnose"])
def test_a_file_that_cannot_be_made_is_2_before_any_work(tmp_path, name):
    outcome = invoke(*ANSWERS[name], "-o", tmp_path / "no" / "where")
    assert outcome == (2, "", f"error: {tmp_path / 'no' / 'where'}: there is no folder {tmp_path / 'no'}\n")


def test_an_answer_that_an_error_ended_leaves_the_old_file(tmp_path):
    file = written(tmp_path, "as it was", name="answer")
    assert invoke("encodings", "show", "no-such", "-o", file).status == 2
    assert file.read_text() == "as it was\n"


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("out.csv.gz", "write out.csv, and pack it with gzip out.csv"),
        ("out.csv.xz", "write out.csv, and pack it with xz out.csv"),
        ("OUT.BZ2", "write OUT, and pack it with bzip2 OUT"),
        ("out.zst", "write out, and pack it with zstd out"),
        ("my out.csv.zip", "write my out.csv, and pack it with zip 'my out.csv.zip' 'my out.csv'"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [("check", MULTIPLE, *PHASES), ("encode", UNIQUE), ("engines",), ("convert", UNIQUE, "-f", "sdk")],
)
def test_a_name_of_a_packed_file_is_refused_with_what_to_do(tmp_path, monkeypatch, command, name, advice):
    monkeypatch.chdir(tmp_path)
    outcome = invoke(*command, "-o", name)
    assert outcome == (2, "", f"error: {name}: only plain text is written: {advice}\n")
    assert list(tmp_path.iterdir()) == []
