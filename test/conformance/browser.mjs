// A browser of one person, without script: it keeps cookies, signs in, and answers the page that asks whether a client may go on.
import assert from "node:assert/strict";

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#34": '"', "#39": "'", "#43": "+" };
const plain = (html) => html.replace(/&([a-z]+|#\d+);/g, (whole, name) => entities[name] ?? whole);

export class Browser {
  #base;
  #cookies = new Map();

  constructor(base) {
    this.#base = base;
  }

  /** Asks the server, without following where it leads. */
  async #ask(url, init = {}) {
    const headers = { Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "), Accept: "text/html", ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = cookie.match(/^([^=]+)=([^;]*)/);
      this.#cookies.set(name, value);
    }
    return response;
  }

  async signIn({ email, password }) {
    const response = await this.#ask(`${this.#base}/api/v1/auth/login`, {
      method: "POST", body: JSON.stringify({ email, password }), headers: { "Content-Type": "application/json" },
    });
    assert.equal(response.status, 200, "somebody signs in");
  }

  /** Opens the address to which a client has sent the person, and answers; the address to which they are sent back. */
  async consent(address, decision = "allow") {
    assert.ok(String(address).startsWith(`${this.#base}/oauth/authorize?`), `${address} is where people are asked`);
    const asked = await this.#ask(address);
    if (asked.status === 303) return this.#back(asked); // they have agreed before
    const page = await asked.text();
    assert.equal(asked.status, 200, page);
    const [, action] = page.match(/<form method="post" action="([^"]+)">/) ?? [];
    const fields = [...page.slice(page.indexOf("<form"), page.indexOf("</form>")).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
    const form = new URLSearchParams([...fields.map(([, name, value]) => [name, plain(value)]), ["decision", decision]]);
    return this.#back(await this.#ask(new URL(action, this.#base), { method: "POST", body: form, headers: { Origin: this.#base, "Sec-Fetch-Site": "same-origin" } }));
  }

  #back(response) {
    assert.ok([302, 303].includes(response.status), `the answer leads back: ${response.status}`);
    const to = response.headers.get("Location");
    assert.ok(!to.startsWith("/") && !to.startsWith(this.#base), `${to} is the client's`);
    return new URL(to);
  }
}
