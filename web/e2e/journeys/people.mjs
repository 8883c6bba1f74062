// A person signs in to an app on the way from a client, adds a passkey and signs in with it; the app's author sees who it is.
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { freePort } from "../server.mjs";

export default async function ({ start, person, visit, everywhere, expect }) {
  // Passkeys are for a host name, which an address is not.
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await start({ addr: `127.0.0.1:${port}`, env: { BERTH_PUBLIC_URL: url } });
  const client = createServer((_, answer) => answer.end("<!doctype html><title>Connected</title>Connected."));
  await new Promise((resolve) => client.listen(0, "127.0.0.1", resolve));
  try {
    await journey({
      url,
      redirect: `http://127.0.0.1:${client.address().port}/callback`,
      person,
      visit,
      everywhere,
      expect,
    });
  } finally {
    client.close();
    await server.remove();
  }
}

async function journey({ url, redirect, person, visit, everywhere, expect }) {
  const author = await person({}, url);
  const app = await author.call("POST", "/apps", {
    name: "Notes",
    access: "person",
    tables: [{ name: "notes", ownedRows: true, columns: [{ name: "text", type: "text" }] }],
    tools: [
      {
        name: "search_notes",
        description: "Searches your notes. Use when somebody asks for a note. Needs no further information.",
        layoutTemplate: "list",
        handler: { kind: "query", table: "notes" },
      },
    ],
  });
  await author.call("POST", `/apps/${app.id}/publish`, {});
  await author.page.goto(`/apps/${app.id}/people`);
  await author.page.getByRole("heading", { name: "Nobody has signed in yet" }).waitFor();
  await everywhere(author.page, "people-none");

  // A client asks, as ChatGPT and Claude do; the person has no account yet.
  const { mcpUrl } = await author.call("GET", `/apps/${app.id}`);
  const { page, context, expected } = await visit({}, url);
  expected(/request to elsewhere: http:\/\/127\.0\.0\.1:\d+\/callback/);
  expected(/favicon/);
  const registered = await context.request.post("/oauth/register", {
    data: { client_name: "Example Client", redirect_uris: [redirect], token_endpoint_auth_method: "none" },
  });
  const { client_id } = await registered.json();
  const verifier = randomBytes(32).toString("base64url");
  const ask = (state) =>
    `/oauth/authorize?${new URLSearchParams({
      response_type: "code",
      client_id,
      redirect_uri: redirect,
      state,
      scope: "app:read app:write offline_access",
      resource: mcpUrl,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    })}`;
  await page.goto(ask("first"));
  await page.getByRole("heading", { name: "Sign in to use Notes" }).waitFor();
  await everywhere(page, "people-signin");
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("E-mail address").fill("cem@example.com");
  await page.getByLabel(/^Password/).fill("a long enough password");
  await everywhere(page, "people-signup");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByText("Example Client").first().waitFor();
  await everywhere(page, "people-consent");
  await page
    .getByRole("button", { name: /^Allow/ })
    .first()
    .click();
  await page.waitForURL((at) => at.href.startsWith(redirect));
  const back = new URL(page.url()).searchParams;
  expect(
    `the client gets a code, its state and who answers: ${back}`,
    back.get("code") && back.get("state") === "first" && back.get("iss") === url,
  );
  const token = await context.request.post("/oauth/token", {
    form: {
      grant_type: "authorization_code",
      code: back.get("code"),
      redirect_uri: redirect,
      client_id,
      code_verifier: verifier,
    },
  });
  const { access_token, refresh_token } = await token.json();
  expect("the client gets its tokens", access_token?.startsWith("bta_") && refresh_token?.startsWith("btr_"));
  const list = () =>
    fetch(mcpUrl, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${access_token}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-06-18",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
  expect("the token opens the app", (await list()).status === 200);

  // A passkey, made and used by Chromium's own authenticator.
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto("/account");
  await page.getByText("Add a passkey", { exact: true }).first().click();
  await page.getByLabel("What to call it").fill("My phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Your passkey is added").waitFor();
  await everywhere(page, "people-account");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(/\/account\/signin/);
  await page.goto(ask("second"));
  await page.getByRole("link", { name: "Use a passkey" }).click();
  await page.getByText("Example Client").first().waitFor(); // clients on the person's own machine always ask
  await page
    .getByRole("button", { name: /^Allow/ })
    .first()
    .click();
  await page.waitForURL((at) => at.href.startsWith(redirect));
  expect("the passkey leads back to the client", new URL(page.url()).searchParams.get("state") === "second");

  // Which clients may use what, and an end to it.
  await page.goto("/account/connections");
  await page.getByText("Example Client").first().waitFor();
  await everywhere(page, "people-connections");

  // The author sees who it is, why clients fail, and what is wrong with the server.
  await author.page.reload();
  await author.page
    .getByRole("cell", { name: /cem@example\.com/ })
    .or(author.page.getByText("cem@example.com"))
    .first()
    .waitFor();
  await author.page.getByRole("button", { name: "Look for what is wrong" }).click();
  await author.page.getByText("Nothing is wrong.").waitFor();
  await everywhere(author.page, "people");

  // Somebody is invited: where there is a list, their address is on it at once.
  await author.page.getByRole("button", { name: "Invite", exact: true }).click();
  const invite = author.page.getByRole("dialog", { name: "Invite somebody" });
  await invite.getByText("Anybody with an account here may sign in to this app").waitFor();
  await invite.getByText(`${url}/servers/notes`, { exact: true }).waitFor();
  await invite.getByRole("button", { name: "Done" }).click();
  await author.call("PATCH", `/apps/${app.id}`, { allow: { emails: ["cem@example.com"] } });
  await author.page.reload();
  await author.page.getByRole("button", { name: "Invite", exact: true }).click();
  author.expected(/422 .*\/apps\/[0-9a-f-]+$/);
  await invite.getByLabel("E-mail address").fill("nobody");
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  await invite.getByText("must be an e-mail address").waitFor();
  await invite.getByLabel("E-mail address").fill("Cem@example.com"); // who is on the list stands there once
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  await invite.getByText("Cem@example.com may sign in now").waitFor();
  await invite.getByRole("button", { name: "Done" }).click();
  await author.page.getByRole("button", { name: "Invite", exact: true }).click();
  await invite.getByLabel("E-mail address").fill("dora@example.com");
  await everywhere(author.page, "people-invite");
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  await invite.getByText("dora@example.com may sign in now").waitFor();
  await everywhere(author.page, "people-invited");
  await invite.getByRole("button", { name: "Done" }).click();
  const { allow } = await author.call("GET", `/apps/${app.id}`);
  expect(`both are on the list: ${allow.emails}`, allow.emails.join() === "cem@example.com,dora@example.com");
  await author.page
    .getByRole("button", { name: /^Sign .* out$/ })
    .first()
    .click();
  await author.page.getByRole("button", { name: "Sign out", exact: true }).last().click();
  await author.page
    .getByText(/is signed out$/)
    .first()
    .waitFor();
  expect("the token has ended", (await list()).status === 401);
}
