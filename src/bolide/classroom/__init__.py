"""For courses: check an implementation of a metric against its definition, and set exercises to be solved on paper."""
