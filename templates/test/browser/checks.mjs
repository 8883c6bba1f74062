// The rules of the design as checks. Each function is self-contained: it runs inside the widget's frame and answers the
// faults it finds as ["rule: detail"].

/** Rules that need no library. expect: {sees, sees_not, links, schemes, controls, no_controls, font, dir}. */
export function layoutFaults(expect) {
  const faults = [];
  const fault = (rule, detail) => faults.push(`${rule}: ${String(detail).slice(0, 200)}`);
  const root = document.scrollingElement;
  // The one thing that may scroll by itself: a table that is too wide, sideways, in a region with a name and the focus.
  const region = (el) =>
    el.matches("[role=region][tabindex='0'][aria-label]:not([aria-label='']):has(> table:only-child)");
  if (root.scrollWidth > root.clientWidth) fault("overflow", `${root.scrollWidth} > ${root.clientWidth}`);
  for (const el of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(el);
    const scrolls = (axis, full, seen) => /auto|scroll/.test(style[axis]) && el[full] > el[seen] + 1;
    // A carousel is leafed through sideways; that never holds up a person who scrolls the conversation.
    const sideways =
      !el.matches("[aria-roledescription='carousel'] > *") &&
      !region(el) &&
      scrolls("overflowX", "scrollWidth", "clientWidth");
    if (sideways || scrolls("overflowY", "scrollHeight", "clientHeight"))
      fault("nested-scroll", el.className || el.tagName);
  }
  // Where a row is one, and not taken apart for a narrow page, its cells are cells.
  for (const row of document.querySelectorAll("tr")) {
    const shows = (el) => el.getClientRects().length && getComputedStyle(el).display;
    const cells = [...row.cells].filter((cell) => shows(cell) && shows(cell) !== "table-cell");
    if (shows(row) === "table-row" && cells.length) fault("cell", cells[0].className);
  }
  for (const el of document.querySelectorAll("[aria-roledescription='carousel']")) {
    const slides = el.querySelectorAll("[aria-roledescription='slide']").length;
    if (slides < 3 || slides > 8) fault("carousel", `${slides} slides`);
    if (!el.ariaLabel) fault("carousel", "no name");
  }
  const actions = document.querySelectorAll(".actions button");
  if (actions.length > 2) fault("actions", actions.length);
  if (document.querySelectorAll("button.primary").length > 1) fault("actions", "more than one primary");
  const middle = (el) => el.getBoundingClientRect().left + el.getBoundingClientRect().width / 2;
  // What the boxes around an element leave to be seen of it: a link goes on behind the line where its text was cut.
  const visible = (el) => {
    let { left, top, right, bottom } = el.getBoundingClientRect();
    for (let around = el.parentElement; around && around !== document.body; around = around.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(around).overflowX)) continue;
      const box = around.getBoundingClientRect();
      [left, top, right, bottom] = [
        Math.max(left, box.left),
        Math.max(top, box.top),
        Math.min(right, box.right),
        Math.min(bottom, box.bottom),
      ];
    }
    return { left, top, width: right - left, height: bottom - top };
  };
  // The middle of what the names of the rows, which stay, leave free.
  const free = (around) => {
    const [box, names] = [around, around.querySelector("th")].map((el) => el.getBoundingClientRect());
    return document.documentElement.dir === "rtl" ? (box.left + names.left) / 2 : (names.right + box.right) / 2;
  };
  for (const el of document.querySelectorAll("a,button,input,textarea,select")) {
    if (el.closest(".prose")) continue; // WCAG 2.5.8 excepts targets in sentences.
    const around = el.closest("[role=region]");
    if (around && region(around)) around.scrollLeft += middle(el) - free(around);
    const box = visible(el);
    if (box.width <= 0 || box.height <= 0 || getComputedStyle(el).visibility === "hidden") continue;
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (y < 12 || y > innerHeight - 12 || x < 12 || x > innerWidth - 12) continue;
    const hit = (dx, dy) =>
      document.elementFromPoint(x + dx, y + dy)?.closest("a,button,input,textarea,select,label") === el;
    if (
      ![
        [0, 0],
        [-11.5, 0],
        [11.5, 0],
        [0, -11.5],
        [0, 11.5],
      ].every(([dx, dy]) => hit(dx, dy))
    )
      fault("target", `${el.tagName} ${el.textContent || el.ariaLabel} ${box.width}x${box.height}`);
  }
  for (const el of document.querySelectorAll("[role=region]")) el.scrollLeft = 0;
  if (document.fonts.size) fault("font", "the page brings fonts");
  const font = getComputedStyle(document.body).fontFamily;
  if (!font.startsWith(expect.font ?? "ui-sans-serif")) fault("font", font);
  for (const el of document.querySelectorAll("button,input,textarea"))
    if (getComputedStyle(el).fontFamily !== font) fault("font", `${el.tagName} has its own`);
  const text = document.body.innerText;
  for (const want of expect.sees ?? []) if (!text.includes(want)) fault("sees", `${want} in ${text}`);
  for (const not of expect.sees_not ?? [])
    if (text.split("\n").some((line) => line.trim() === not || (not.includes("[object") && line.includes(not))))
      fault("sees_not", not);
  if (
    document.title === "owned" ||
    document.scripts.length !== 2 ||
    document.querySelector("img:not([src^='data:']):not([src^='https:'])")
  )
    fault("inert", "data became markup");
  const links = [...document.links].map((a) => a.getAttribute("href"));
  if (expect.links && JSON.stringify(links) !== JSON.stringify(expect.links)) fault("links", links);
  for (const href of links)
    if (!(expect.schemes ?? ["https:"]).some((scheme) => href.startsWith(scheme))) fault("links", href);
  const controls = [...document.querySelectorAll("button,input,textarea")].map((el) => el.ariaLabel || el.textContent);
  for (const want of expect.controls ?? []) if (!controls.includes(want)) fault("controls", `no ${want}`);
  if (expect.no_controls && controls.length) fault("controls", controls);
  if (expect.dir && document.documentElement.dir !== expect.dir) fault("dir", document.documentElement.dir);
  const busy = document.querySelector("main")?.getAttribute("aria-busy") === "true";
  if (busy !== Boolean(expect.loading)) fault("busy", busy);
  return faults;
}

/** The document is drawn in the theme that the host has told. */
export function themeFaults(theme) {
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  return scheme === theme ? [] : [`theme: ${scheme}`];
}

/** WCAG A and AA and axe's best practices. A widget is a part of a conversation, so it needs no heading of level one. */
export async function axeFaults() {
  const { violations } = await globalThis.axe.run(document, {
    iframes: false, // a document within is looked at by itself
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: { "page-has-heading-one": { enabled: false } },
  });
  return violations.map((v) => `axe: ${v.id} ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
}

/** The body must be as high as the frame that the host gave it, and no picture higher than its place, which would cut it below. */
export function heightFaults() {
  const want = Math.ceil(document.body.getBoundingClientRect().height);
  const faults = Math.abs(innerHeight - want) > 1 ? [`height: ${innerHeight} for a content of ${want}`] : [];
  for (const img of document.querySelectorAll(".picture img"))
    if (img.offsetHeight > img.parentElement.offsetHeight)
      faults.push(`height: a picture of ${img.offsetHeight} in ${img.parentElement.offsetHeight}`);
  return faults;
}

/**
 * Between messages: no higher than most CSS pixels, where a bound holds, and what was cut can be asked for. usual: data that a
 * layout is made for, of which no control may be cut. least: how many entries are to be seen, by selector.
 */
export function inlineFaults({ most, usual, least = {} }) {
  const faults = [];
  const high = document.body.getBoundingClientRect().height;
  if (most !== null && high > most + 12) faults.push(`inline: ${high} px high`);
  const root = document.scrollingElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`overflow: ${root.scrollWidth} > ${root.clientWidth}`);
  const cut = document.querySelector(".cut");
  if (cut && cut.nextElementSibling?.tagName !== "BUTTON") faults.push("inline: the rest cannot be asked for");
  // A button that is hidden in what is cut stands below the cut, where it leaves no hole.
  for (const button of document.querySelectorAll(".cut .wide"))
    if (
      getComputedStyle(button).visibility === "hidden" &&
      button.getBoundingClientRect().bottom < cut.getBoundingClientRect().bottom - 48
    )
      faults.push(`inline: a hole where ${button.textContent} is hidden`);
  for (const [entry, count] of Object.entries(least)) {
    const found = document.querySelectorAll(entry).length;
    if (found < count) faults.push(`inline: ${found} of ${count} ${entry}`);
  }
  // What is cut in an entry is unfolded by its button.
  for (const part of document.querySelectorAll(".compact :is(.name, .sub, .site, .text, .price, .badge, .tags, dd)")) {
    const whole = part.scrollHeight <= part.clientHeight + 2 && part.scrollWidth <= part.clientWidth + 1;
    if (!whole && !part.closest("li, .slide, .outside").querySelector(".unfold"))
      faults.push(`inline: ${part.innerText.slice(0, 60)} cannot be read to its end`);
  }
  // Nothing else is pressed in the place of that button.
  for (const button of document.querySelectorAll(".compact .unfold")) {
    const { left, top, width, height } = button.getBoundingClientRect();
    const covers = [-11, 11].map((dy) => document.elementFromPoint(left + width / 2, top + height / 2 + dy));
    if (!button.closest(".cut") && covers.some((el) => el && el !== button))
      faults.push(`inline: ${button.ariaLabel} is covered`);
  }
  // And what is whole has none.
  for (const button of document.querySelectorAll(".compact .unfold")) {
    const entry = button.closest("li, .slide, .outside");
    if (entry.querySelector("dl")) continue;
    const [parent, next] = [button.parentElement, button.nextSibling];
    button.remove();
    const cut = [...entry.querySelectorAll(".name, .sub, .site, .text, .price, .badge, .tags, .tags span")].some(
      (part) => part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 1,
    );
    parent.insertBefore(button, next);
    if (!cut) faults.push(`inline: ${entry.innerText.slice(0, 60)} is whole, and has a button for the rest`);
  }
  // What an entry is worth is read before anything else about it.
  for (const price of document.querySelectorAll(".compact .price"))
    if (price.innerText.length < 13 && price.scrollWidth > price.clientWidth)
      faults.push(`inline: ${price.innerText} is cut`);
  for (const label of document.querySelectorAll(".compact dt"))
    if (label.innerText.length < 13 && label.scrollWidth > label.clientWidth)
      faults.push(`inline: ${label.innerText} is cut`);
  if (usual && cut?.querySelector(".actions, fieldset")) faults.push("inline: a control is cut");
  return faults;
}

/** With reduced motion nothing moves. */
export function motionFaults() {
  const moving = document.getAnimations().length;
  return moving ? [`motion: ${moving} animations`] : [];
}
