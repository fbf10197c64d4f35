"""The documentation as a site: Sphinx reads the Markdown of docs/ through MyST, and Furo shows it.

Chosen because all of it works from a folder without a network: Sphinx's search index is a script, which browsers load
from disk too; Furo has light and dark and uses the fonts of the system; nothing comes from another host. MkDocs
Material needs a script from another host to search from disk (its offline plugin, as of 9.8).
"""

import re
import runpy
from pathlib import Path
from typing import Any

from sphinx.search.en import SearchEnglish

VERSION = Path(__file__).parents[2] / "src" / "bolide" / "_version.py"

project = "Bolide"
author = "The Bolide authors"
copyright = "The Bolide authors"
release = re.findall(r'^__version__ = "(.+)"', VERSION.read_text(encoding="utf-8"), re.MULTILINE)[0]
extensions = ["myst_parser", "sphinx_copybutton"]
myst_heading_anchors = 4
myst_enable_extensions = ["strikethrough"]
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_line_continuation_character = "\\"
html_theme = "furo"
html_title = f"Bolide {release}"
html_copy_source = False
html_show_sourcelink = False
html_static_path = ["static"]
html_css_files = ["site.css"]
COLOURS = runpy.run_path(str(VERSION.parent / "reporting" / "look.py"))["COLOURS"]
html_theme_options = {
    f"{theme}_css_variables": {
        "color-brand-primary": COLOURS["accent"][column],
        "color-brand-content": COLOURS["accent"][column],
        "color-background-primary": COLOURS["paper"][column],
        "color-background-secondary": COLOURS["raised"][column],
        "color-foreground-primary": COLOURS["ink"][column],
        "color-foreground-secondary": COLOURS["soft"][column],
    }
    for column, theme in enumerate(("light", "dark"))
}
html_js_files = ["from-a-folder.js"]
pygments_dark_style = "github-dark"
smartquotes = False  # options begin with two hyphens
# Sessions that end in an error are not Python; struck-out text is for HTML alone, which is all that is built.
suppress_warnings = ["misc.highlighting_failure", "myst.strikethrough"]


class OptionSearch(SearchEnglish):  # type: ignore[misc]
    """Finds `paired-bs` by its whole name, and by its parts only if no page has the whole; parameters, too."""

    js_splitter_code = (Path(__file__).parent / "split-query.js").read_text(encoding="utf-8")

    def split(self, input: str) -> list[str]:
        words = re.findall(r"\w+(?:-\w+)*", input)
        return [part for word in words for part in dict.fromkeys((word, word.replace("_", "-"), *word.split("-")))]


def setup(app: Any) -> None:
    app.add_search_language(OptionSearch)
