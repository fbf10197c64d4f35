// The column of texts stays in sight beside a long result. Where it is taller than the window it scrolls with the page
// until its end is seen, and stays then: there is one scrollbar, the window's.
const EDGE = 16;

const column = document.querySelector(".inputs");
const place = () => column.style.setProperty("top", `${Math.min(EDGE, innerHeight - column.offsetHeight - EDGE)}px`);
new ResizeObserver(place).observe(column);
addEventListener("resize", place);
