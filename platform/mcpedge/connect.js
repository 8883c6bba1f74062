document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const said = document.getElementById("said");
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
    said.textContent = "Copied to the clipboard";
  } catch {
    button.textContent = "Select and copy";
    said.textContent = "Copying is not allowed here. Select the text and copy it.";
  }
  setTimeout(() => { button.textContent = "Copy"; said.textContent = ""; }, 2000);
});
