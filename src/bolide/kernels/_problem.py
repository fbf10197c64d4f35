"""What the search for an alignment is about: the words still open in a pair at a stage, and what linking them costs."""

from typing import NamedTuple

NEVER = 1000000000000000000


class Problem(NamedTuple):
    """The tables of one pair at a time, with room for the longest of a block; lists where nothing is compiled.

    Words that match one another are a class; if not all of them match, it is odd. An edge is a possible link. A link
    costs `scale` for each link it crosses and one for a chunk it begins; all costs here are 'q', all else is 'i'.
    """

    # How many open hypothesis words, open reference words and classes there are; and the scale.
    counts: memoryview
    # Open hypothesis words, in order (the layers of the search): place in the text, class, which copy of it, the next
    # copy's layer or -1, first edge, number of edges, and which copy of the reference's the first edge leads to.
    lay_hyp: memoryview
    lay_class: memoryview
    lay_rank: memoryview
    lay_next: memoryview
    lay_edge: memoryview
    lay_width: memoryview
    lay_first: memoryview
    # Open reference words, in order: place in the text, class, which copy of it, and the last layer with an edge to it.
    ref_pos: memoryview
    ref_class: memoryview
    ref_rank: memoryview
    ref_last: memoryview
    # Classes: members, all open reference words, begin at `class_at`; words in either text, whether it is odd, and the
    # first layer.
    member: memoryview
    class_at: memoryview
    class_hyps: memoryview
    class_refs: memoryview
    class_odd: memoryview
    class_layer: memoryview
    # Edges: the open reference word, whether a link of the open word before may begin the same chunk, whether one of
    # the open word after may go on with it, and the cost against links that stand. Then the least that a class can
    # cost: from this word on if the copies before this edge are gone, and after this word if it takes this edge or none
    # (NEVER where it must take one).
    edge_ref: memoryview
    edge_joins: memoryview
    edge_leads: memoryview
    edge_cost: memoryview
    edge_rest: memoryview
    edge_taken: memoryview
    edge_left: memoryview
    # For each layer the open reference word it is linked to, or -1.
    answer: memoryview
