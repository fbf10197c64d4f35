"""A larger corpus for the tutorials, also written for Bolide: three systems on news, recipes and support, judged.

`baseline` is wooden, `larger` is good throughout, and `tuned` reads well but leaves out half of every recipe. What a
judge would say is given as WMT's MQM counts it: 0 for no error, −1 for a minor one, −5 for a major one.
"""

from typing import NamedTuple

SYSTEMS = ("baseline", "larger", "tuned")


class Line(NamedTuple):
    """One segment: its reference, the three outputs, and what a judge said of each."""

    domain: str
    reference: str
    outputs: tuple[str, str, str]
    judged: tuple[int, int, int]


LINES = (
    Line(
        "news",
        "The council voted on Tuesday to keep the public library open on Sundays.",
        (
            "The council voted Tuesday to keep the public library open on Sunday.",
            "The council voted on Tuesday to keep the public library open on Sundays.",
            "On Tuesday the council voted to keep the public library open on Sundays.",
        ),
        (-1, 0, 0),
    ),
    Line(
        "news",
        "Two schools will stay closed until the heating has been repaired.",
        (
            "Two schools remain closed until the heating is repaired.",
            "Two schools will remain closed until the heating has been repaired.",
            "Two schools will stay closed until the heating is repaired.",
        ),
        (0, 0, 0),
    ),
    Line(
        "news",
        "The mayor said that the new bridge would cost eleven million euros less than planned.",
        (
            "The mayor said the new bridge costs eleven million euros more than planned.",
            "The mayor said that the new bridge would cost eleven million euros less than planned.",
            "The mayor said that the new bridge will cost eleven million euros less than planned.",
        ),
        (-5, 0, 0),
    ),
    Line(
        "news",
        "Nobody was hurt when a bus left the road near the station on Friday morning.",
        (
            "No one was injured when a bus left the street near the station Friday morning.",
            "Nobody was injured when a bus left the road near the station on Friday morning.",
            "Nobody was hurt when a bus came off the road near the station on Friday morning.",
        ),
        (-1, 0, 0),
    ),
    Line(
        "news",
        "Farmers fear that the harvest will be the smallest in twenty years.",
        (
            "Farmers fear that the harvest is the smallest since twenty years.",
            "Farmers fear the harvest will be the smallest in twenty years.",
            "Farmers fear that the harvest will be the smallest for twenty years.",
        ),
        (-1, 0, 0),
    ),
    Line(
        "news",
        "The theatre sold more tickets this season than in any year before.",
        (
            "The theatre has sold this season more tickets than in any year before.",
            "The theatre sold more tickets this season than in any previous year.",
            "The theatre sold more tickets this season than in any year before.",
        ),
        (-1, 0, 0),
    ),
    Line(
        "news",
        "Police are looking for witnesses who saw a grey van leave the car park shortly before midnight.",
        (
            "The police seeks witnesses that saw a grey van leave the parking lot shortly before midnight.",
            "Police are looking for witnesses who saw a grey van leave the car park shortly before midnight.",
            "Police are looking for witnesses who saw a grey van leave the car park just before midnight.",
        ),
        (-1, 0, 0),
    ),
    Line(
        "news",
        "The river is expected to reach its highest level on Thursday night.",
        (
            "The river is expected to reach its highest level Thursday in the night.",
            "The river is expected to reach its peak on Thursday night.",
            "The river is expected to reach its highest level on Thursday night.",
        ),
        (-1, 0, 0),
    ),
    Line(
        "recipe",
        "Preheat the oven to 180 degrees and grease a large baking tin.",
        (
            "Preheat the oven to 180 degrees and grease a big baking tin.",
            "Preheat the oven to 180 degrees and grease a large baking tin.",
            "Preheat the oven and grease a large tin.",
        ),
        (0, 0, -5),
    ),
    Line(
        "recipe",
        "Beat 125 grams of butter with the sugar until the mixture is pale and creamy.",
        (
            "Beat 125 grams butter with the sugar until the mixture is pale and creamy.",
            "Beat 125 grams of butter and the sugar until pale and creamy.",
            "Beat butter with the sugar until the mixture is pale.",
        ),
        (-1, 0, -5),
    ),
    Line(
        "recipe",
        "Add the eggs one at a time and stir well after each one.",
        (
            "Add the eggs one after another and stir well after each.",
            "Add the eggs one at a time, stirring well after each one.",
            "Add the eggs and stir well.",
        ),
        (0, 0, -5),
    ),
    Line(
        "recipe",
        "Fold in the flour, a pinch of salt and two teaspoons of baking powder.",
        (
            "Fold in the flour, a pinch salt and two teaspoons baking powder.",
            "Fold in the flour, a pinch of salt and two teaspoons of baking powder.",
            "Fold in the flour, salt and baking powder.",
        ),
        (-1, 0, -5),
    ),
    Line(
        "recipe",
        "Bake for 40 minutes, or until a wooden skewer comes out clean.",
        (
            "Bake 40 minutes or until a wooden stick comes out clean.",
            "Bake for 40 minutes, or until a wooden skewer comes out clean.",
            "Bake until a skewer comes out clean.",
        ),
        (-1, 0, -5),
    ),
    Line(
        "recipe",
        "Leave the cake in the tin for ten minutes before you turn it out.",
        (
            "Let the cake ten minutes in the tin before you turn it out.",
            "Leave the cake in the tin for ten minutes before turning it out.",
            "Leave the cake in the tin before you turn it out.",
        ),
        (-1, 0, -5),
    ),
    Line(
        "recipe",
        "Melt the chocolate over hot water and spread it over the cake while it is still warm.",
        (
            "Melt the chocolate over hot water and spread it on the cake while it is still warm.",
            "Melt the chocolate over hot water and spread it over the cake while still warm.",
            "Melt the chocolate and spread it over the cake.",
        ),
        (0, 0, -5),
    ),
    Line(
        "recipe",
        "It keeps for a week in a closed container.",
        (
            "It lasts a week in a closed container.",
            "It keeps for a week in an airtight container.",
            "It keeps for a week in a closed container.",
        ),
        (0, 0, 0),
    ),
    Line(
        "support",
        "Please restart the printer and try again.",
        (
            "Please restart the printer and try it again.",
            "Please restart the printer and try again.",
            "Please restart the printer and try again.",
        ),
        (0, 0, 0),
    ),
    Line(
        "support",
        "If the light keeps blinking, hold the power button for ten seconds.",
        (
            "If the lamp continues to blink, hold the power button ten seconds.",
            "If the light keeps flashing, hold down the power button for ten seconds.",
            "If the light keeps blinking, hold the power button for ten seconds.",
        ),
        (-1, 0, 0),
    ),
    Line(
        "support",
        "Your subscription ends on the last day of the month and is not renewed automatically.",
        (
            "Your subscription ends on the last day of the month and is renewed automatically.",
            "Your subscription ends on the last day of the month and will not be renewed automatically.",
            "Your subscription ends on the last day of the month and is not renewed automatically.",
        ),
        (-5, 0, 0),
    ),
    Line(
        "support",
        "We have sent a new password to the address that you gave us.",
        (
            "We have sent a new password to the address you gave to us.",
            "We have sent a new password to the address you gave us.",
            "We sent a new password to the address that you gave us.",
        ),
        (0, 0, 0),
    ),
    Line(
        "support",
        "The spare part will be delivered within three working days.",
        (
            "The replacement part is delivered within three work days.",
            "The spare part will be delivered within three business days.",
            "The spare part will be delivered within three working days.",
        ),
        (-1, 0, 0),
    ),
    Line(
        "support",
        "You can change the language in the settings at any time.",
        (
            "You can change the language any time in the settings.",
            "You can change the language in the settings at any time.",
            "You can change the language at any time in the settings.",
        ),
        (0, 0, 0),
    ),
    Line(
        "support",
        "Do not unplug the device while the update is running.",
        (
            "Unplug the device not while the update is running.",
            "Do not unplug the device during the update.",
            "Do not unplug the device while the update is running.",
        ),
        (-1, 0, 0),
    ),
    Line(
        "support",
        "If none of this helps, call us between eight and six on weekdays.",
        (
            "If nothing of this helps, call us between eight and six on weekdays.",
            "If none of this helps, call us on weekdays between eight and six.",
            "If none of this helps, call us on weekdays between eight and six.",
        ),
        (-1, 0, 0),
    ),
)


def files() -> dict[str, list[str]]:
    """The corpus as files, by name, line by line; the judgements as WMT writes scores of segments."""
    outputs = {name: [line.outputs[place] for line in LINES] for place, name in enumerate(SYSTEMS)}
    return {
        "ref.txt": [line.reference for line in LINES],
        **{f"{name}.txt": lines for name, lines in outputs.items()},
        "domains.txt": [line.domain for line in LINES],
        "mqm.seg.score": [f"{name}\t{line.judged[place]}" for place, name in enumerate(SYSTEMS) for line in LINES],
    }
