/** The two places that package view fills; each stands exactly once in a document. */
export const themeSlot = '<style id="theme"></style>';
export const configSlot = '<script type="application/json" id="app-config">{}</script>';

/** Puts a title, one style and one script into the document that every layout shares. */
export function compose(title, { script, style }) {
  if (/<\/style/i.test(style) || /@import|url\(\s*["']?(?!data:)/i.test(style))
    throw new Error("the style would end itself or load something");
  // In a string or a pattern of JavaScript "<\/script" means the same as "</script", and only the latter ends the element.
  const code = script.trim().replaceAll(/<\/(script)/gi, "<\\/$1");
  if (/<!--/.test(code)) throw new Error("the script holds an HTML comment");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title>
<style>${style.trim()}</style>
${themeSlot}
</head>
<body>
<div id="app"></div>
${configSlot}
<script>${code}</script>
</body>
</html>
`;
  for (const [what, slot] of [
    ["theme", themeSlot],
    ["configuration", configSlot],
    ["script", "<script>"],
    ["style", "<style>"],
  ]) {
    const count = html.split(slot).length - 1;
    if (count !== 1) throw new Error(`the document has ${count} times the ${what} slot`);
  }
  return html;
}
