// The column of texts stays in sight; taller than the window, it scrolls to its end.
const EDGE = 16;

const column = document.querySelector(".inputs");
const place = () => column.style.setProperty("top", `${Math.min(EDGE, innerHeight - column.offsetHeight - EDGE)}px`);
new ResizeObserver(place).observe(column);
addEventListener("resize", place);
