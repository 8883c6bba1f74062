// What the official clients ask of a program that signs people in: it keeps what they are given, in memory.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Browser } from "../browser.mjs";

export class Provider {
  redirectUrl = "http://127.0.0.1:33418/callback";
  clientMetadata = {
    client_name: "Walks", redirect_uris: [this.redirectUrl], grant_types: ["authorization_code", "refresh_token"], response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  refreshed = 0;
  #state;
  #asked;
  #client;
  #tokens;
  #verifier;
  #discovered;

  state = () => (this.#state = randomBytes(32).toString("base64url"));
  clientInformation = () => this.#client;
  saveClientInformation = (client) => void (this.#client = client);
  tokens = () => this.#tokens;
  saveTokens(tokens) {
    if (this.#tokens) this.refreshed++;
    this.#tokens = tokens;
  }
  redirectToAuthorization = (address) => void (this.#asked = address);
  saveCodeVerifier = (verifier) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (state) => void (this.#discovered = state);
  discoveryState = () => this.#discovered;

  /** Has the person answer what the client has asked; what they come back with. */
  async answered(base, person) {
    const browser = new Browser(base);
    await browser.signIn(person);
    const back = await browser.consent(this.#asked);
    assert.equal(back.origin + back.pathname, this.redirectUrl);
    assert.equal(back.searchParams.get("state"), this.#state, "the state comes back");
    return back.searchParams;
  }

  /** Makes the access token one that is not valid, as if it had expired; false when there is no other one to come. */
  expire() {
    if (!this.#tokens.refresh_token) return false;
    this.#tokens = { ...this.#tokens, access_token: "bta_" + "x".repeat(43) };
    return true;
  }
}
