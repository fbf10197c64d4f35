"""Takes the command line of METEOR 1.5 (meteor-1.5.jar): scripts written for the
Java tool run unchanged, but an option that the tool would ignore is refused.
The options of METEOR in other commands (--meteor.variant …): bolide help METEOR

  -l LANGUAGE        language: en cz fr de es ru … (default: en)
  -t TASK            task: rank adq hter util li tune universal
                     (default: rank, or li)
  -p 'A B G D'       parameters alpha beta gamma delta (with the module weights
                     of adq; set those with -w)
  -m 'M …'           modules: exact stem synonym paraphrase
  -w 'W …'           weights of the modules, by position
  -r N               references for each segment, N lines each in REFERENCE
  -x N               beam size (default: 40)
  -s FILE            function words
  -e FILE            stems: gzip or plain, lines of word, count and stem …
                     (default: the tool's own)
  -d DIR             synonyms: DIR/english.synsets and DIR/english.exceptions
                     (default: WordNet 3.0)
  -a FILE            paraphrase table
                     (default: that of an installed pycocoevalcap)
  -new DIR           a new language: DIR/function.words and DIR/paraphrase.gz
  -f PREFIX          prefix of output files (default: meteor)
  -ch                character-based precision and recall
  -norm              tokenize, normalise and lowercase
  -lower             lowercase
  -noPunct           strip punctuation, with -norm
  -sgml              SGML input
  -stdio             SCORE and EVAL lines on standard input;
                     TEST and REFERENCE are - -
  -coco              with -stdio: EVAL answers as the jar in pycocoevalcap does
  -q                 segment scores to standard error (with -vOut to standard
                     output), the final score alone to standard output
  -vOut, -ssOut      precision, recall, penalty and score; the 23 statistics
  -writeAlignments   write PREFIX-align.out

examples:
  bolide meteor system.txt ref.txt -l en -norm
  bolide meteor system.txt ref.txt -l en -norm -m 'exact stem synonym' -q
"""

# What differs from the Java program, on purpose: an error has a message and an exit code, SGML without an end tag is an
# error instead of an endless wait, and where no paraphrase table is found the run goes on without one and says so. The
# last digit of a score may differ (C's power is not Java's).
