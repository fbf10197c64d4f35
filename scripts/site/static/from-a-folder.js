// From disk, browsers do not let a page read other pages: search results are listed there without excerpts.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
