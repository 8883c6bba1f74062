// Before the first paint: the theme that was chosen. src/shell/theme.ts writes it.
try {
  const theme = localStorage.getItem("berth.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing for this site shows the theme of the system.
}
