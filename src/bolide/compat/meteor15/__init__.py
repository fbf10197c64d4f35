"""The METEOR 1.5 tool's command line, formats and line protocol over Bolide's METEOR; `bolide meteor` runs it.

What differs from the Java program, on purpose: an error has a message and an exit code, SGML without an end tag is an
error instead of an endless wait, and where no paraphrase table is found the run goes on without one and says so. The
last digit of a score may differ (C's power is not Java's).
"""
