/** Where nothing has the focus, the page's name gets it, or the page. */
export function toPage(): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const place =
    document.querySelector<HTMLElement>("main h1[tabindex]") ?? document.querySelector<HTMLElement>("main[tabindex]");
  place?.focus({ preventScroll: true });
}
