"""`python -m bolide.compat.sacrebleu`: sacreBLEU's command line."""

from bolide.compat.sacrebleu.sacrebleu import main

if __name__ == "__main__":
    main()
