/** The page to leaf through: layouts on the left, pictures on the right; ← and → go to the next layout. It needs nothing
 * but the pictures beside it. layouts: [{name, files}]. */
export function sheetPage(layouts, themes, widths, modes) {
  const data = JSON.stringify({ layouts, themes: themes.map(({ name, title }) => ({ name, title })), widths, modes }).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Layouts</title>
<style>
:root{color-scheme:light dark;font:15px/1.4 system-ui,sans-serif}
body{margin:0;display:grid;grid-template-columns:13rem 1fr;min-height:100vh;background:light-dark(#eceef1,#0f1013)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;box-sizing:border-box;border-inline-end:1px solid #8884}
nav a{display:block;padding:.3rem .6rem;border-radius:.4rem;color:inherit;text-decoration:none}
nav a[aria-current]{background:light-dark(#0b6bcb,#66b5ff);color:light-dark(#fff,#000)}
main{padding:1rem 1.5rem 3rem;min-width:0}
form{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;margin-block:.5rem 1.5rem}
fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.25rem .75rem}
h1{margin:0;font-size:1.5rem}h2{font-size:1rem;margin:2rem 0 .75rem}
section{display:flex;flex-wrap:wrap;gap:1.25rem;align-items:start}
figure{margin:0}figcaption{font-size:.8rem;opacity:.75;padding-bottom:.3rem}
img{display:block;max-width:100%;border-radius:.5rem;box-shadow:0 1px 6px #0003}
</style>
<nav aria-label="Layouts"></nav>
<main><h1></h1><form></form><div id="pictures"></div></main>
<script type="application/json" id="data">${data}</script>
<script>
const { layouts, themes, widths, modes } = JSON.parse(document.getElementById("data").textContent);
const groups = { theme: [...themes.map((t) => t.name), "states"], width: widths.map(String), mode: modes };
const off = new Set(themes.slice(1).map((t) => "theme " + t.name));
const form = document.querySelector("form");
const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
for (const [group, values] of Object.entries(groups)) {
  const set = document.createElement("fieldset");
  set.ariaLabel = group;
  for (const value of values) {
    const label = element("label", " " + value);
    const key = group + " " + value;
    const onchange = () => (box.checked ? off.delete(key) : off.add(key), show());
    const box = element("input", "", { type: "checkbox", checked: !off.has(key), onchange });
    label.prepend(box);
    set.append(label);
  }
  form.append(set);
}
const current = () => Math.max(0, layouts.findIndex((l) => "#" + l.name === location.hash));
function show() {
  const layout = layouts[current()];
  document.querySelector("h1").textContent = layout.name;
  document.querySelector("nav").replaceChildren(...layouts.map((l) => {
    const link = element("a", l.name, { href: "#" + l.name });
    if (l === layout) link.setAttribute("aria-current", "page");
    return link;
  }));
  const on = (group, value) => !off.has(group + " " + value);
  const shelf = (title, files) => {
    if (!files.length) return [];
    const section = document.createElement("section");
    for (const file of files) {
      const figure = document.createElement("figure");
      const name = file.replace(/\\.png$/, "");
      figure.append(element("figcaption", name), element("img", "", { src: layout.name + "/" + file, alt: layout.name + ", " + name, loading: "lazy" }));
      section.append(figure);
    }
    return [element("h2", title), section];
  };
  const parts = (file) => /^(.+)-(\\d+)-(light|dark)\\.png$/.exec(file);
  const shelves = themes.filter((t) => on("theme", t.name)).flatMap((t) => shelf(t.title, layout.files.filter((file) => {
    const found = !file.startsWith("state-") && parts(file);
    return found && found[1] === t.name && on("width", found[2]) && on("mode", found[3]);
  })));
  if (on("theme", "states")) shelves.push(...shelf("States", layout.files.filter((file) => file.startsWith("state-"))));
  document.getElementById("pictures").replaceChildren(...shelves);
}
addEventListener("hashchange", () => (show(), scrollTo(0, 0)));
addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step) location.hash = layouts[(current() + step + layouts.length) % layouts.length].name;
});
show();
</script>
</html>
`;
}
