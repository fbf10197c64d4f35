start().catch(problem => {
  const app = byId("app");
  app.hidden = false;
  app.replaceChildren(el("p", { class: "bad" }, `The data of this report cannot be shown: ${problem.message}`));
  throw problem;
});
