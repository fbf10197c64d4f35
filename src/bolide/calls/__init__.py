"""The public calls, one for each job: paths or values in, a result out that prints, displays and serialises."""
