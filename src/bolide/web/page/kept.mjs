// The line above the boxes that says whose text is shown, and leads back to the visitor's own.
import { fill, h } from "./dom.mjs";
import { lender, lentOptions, metricOf, onShelf, returnOptions, state, takeBack } from "./state.mjs";

const SHOWN = {
  example: "A worked example is shown.",
  link: "The text of a link is shown.",
  segment: "A line of your files is shown."
};
const BACK = {
  own: ["Your own text is kept.", "Back to your text"],
  link: ["The link’s text is kept.", "Back to the link’s text"]
};
const LENT = { example: "The example’s options", link: "The link’s options" };

export function showKept(node, redraw) {
  const other = onShelf();
  const lent = lender(state.view);
  const misread = (state.origin === "link" || lent === "link") && state.misread;
  const words = [
    (other || lent || misread) && SHOWN[state.origin],
    misread,
    other && BACK[other.origin]?.[0],
    lent && `${LENT[lent]} are used here: ${lentOptions(state.view)}. Files and later visits use your own.`
  ];
  const act = action => () => {
    action();
    redraw();
    document.getElementById("hyp").focus(); // the button that was pressed is gone
  };
  node.hidden = !other && !lent && !misread;
  fill(
    node,
    h("p", {}, words.filter(Boolean).join(" ")),
    other && h("button", { id: "back-to-own", onclick: act(takeBack) }, BACK[other.origin]?.[1] ?? "Back"),
    lent &&
      h(
        "button",
        { id: "own-options", onclick: act(() => returnOptions(state.view)) },
        `Your own ${metricOf(state.view).name} options`
      )
  );
}
