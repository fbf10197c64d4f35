"""A small corpus that comes along: two systems, two references, six sentences, all written for Bolide."""

HUMAN_A = (
    "The night train to Lisbon leaves from platform four at half past nine.",
    "She had promised to water the plants, but the basil was already dry.",
    "Nobody expected the old bridge to survive the spring flood.",
    "The committee will publish its report before the end of the year.",
    "He counted the coins twice and still came up short.",
    "If it rains tomorrow, we will move the concert into the town hall.",
)

HUMAN_B = (
    "The overnight train for Lisbon departs at 9:30 from platform four.",
    "She had promised to water the plants, yet the basil had already dried out.",
    "No one thought the old bridge would survive the spring flood.",
    "The committee will release its report by the end of the year.",
    "He counted the coins two times and was still short.",
    "Should it rain tomorrow, the concert will be moved into the town hall.",
)

SYSTEMS = {
    "careful": (
        "The night train to Lisbon departs from platform four at half past nine.",
        "She had promised to water the plants, but the basil was dry already.",
        "Nobody thought that the old bridge would survive the spring flood.",
        "The committee will publish its report before the year ends.",
        "He counted the coins twice and was still short.",
        "If it rains tomorrow, we move the concert into the town hall.",
    ),
    "hasty": (
        "The train of night to Lisbon goes from the platform four.",
        "She promised water the plants but basil is dry.",
        "Nobody expected old bridge survive the flood in spring.",
        "Committee publishes the report before end of year the report.",
        "He has counted coins two times and it was missing.",
        "Tomorrow if it rains the concert we will move to the city hall.",
    ),
}
