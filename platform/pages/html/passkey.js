(() => {
  const form = document.querySelector("form[data-options]");
  const say = document.querySelector("[role=status]");
  const known = window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON;
  if (!known) {
    say.textContent = "This browser does not know passkeys. Use another way.";
    form.hidden = true;
    return;
  }
  const ask = async () => {
    const options = JSON.parse(form.dataset.options);
    try {
      const credential =
        form.dataset.kind === "create"
          ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
          : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      form.elements.answer.value = JSON.stringify(credential);
      form.submit();
    } catch (e) {
      say.textContent =
        e.name === "InvalidStateError"
          ? "This device has a passkey for your account already."
          : "Nothing was chosen. Try again, or use another way.";
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  ask();
})();
