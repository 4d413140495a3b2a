"""Results as text for people and as rows for programs; nothing here prints.

For any result
    document         what is said to people, in blocks: sentences, boards, tables, sections; drawn as
                     plain text, as a piece of HTML, and as a page; the document of every kind of result
    terminal         documents on a terminal, with boards and candidates
    row              rows for programs: their base, JSON, fields of tables, totals
    schemas          the schema of what each command prints with --json
    words            short phrases, and what a command says of its results, as one class

Of one kind each: rows, documents, reports
    checks                                check, solve and count
    verdicts                              crosscheck, diagnose, certify and verify
    steps, explained                      explain; steps tells proofs, too
    ratings                               rate
    made                                  generate, with a sheet to print, and canonical
    encodings, lab, comparisons           encodings: list and show; prove and trace; compare
    engines, conformance                  engines and bench; test-solver
    audits                                audit
"""
