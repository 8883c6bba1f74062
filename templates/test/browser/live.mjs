// What an author publishes is what people see: every authored layout as an app of a real server, its widget read over MCP
// by the official client, opened in both kinds of hosts under the policy that its metadata ask for.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { book, drivers } from "./drivers.mjs";

/** How each kind of host finds its document: the key of the tool's metadata, the type, the domains that it lets in. */
const worlds = {
  openai: {
    address: (meta) => meta["openai/outputTemplate"],
    type: "text/html+skybridge",
    domains: (meta) => meta["openai/widgetCSP"]?.resource_domains,
  },
  appBridge: {
    address: (meta) => meta.ui?.resourceUri,
    type: "text/html;profile=mcp-app",
    domains: (meta) => meta.ui?.csp?.resourceDomains,
  },
};

/** The policy that a host makes of the domains: nothing else may load. */
const policy = (domains) =>
  `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: ${domains.join(" ")}; connect-src 'none'`;

/** Publishes an app with the layout and its sample, and answers what hosts get of it: {result, documents by world}. */
async function publish(berth, layout) {
  const app = await berth.rest("POST", "/apps", { name: `With ${layout}`, layoutTemplate: layout });
  const { mcpSlug } = await berth.rest("POST", `/apps/${app.id}/publish`, {
    toolName: "show_sample",
    toolDescription:
      "Show the sample. Use when somebody wants to see what the layout looks like. Needs what they look for.",
  });
  const client = new Client({ name: "layouts", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(berth.mcpURL(mcpSlug)));
  try {
    const {
      tools: [tool],
    } = await client.listTools();
    const result = await client.callTool({ name: tool.name, arguments: { message: "show me" } });
    const documents = {};
    for (const [world, { address, type, domains }] of Object.entries(worlds)) {
      const {
        contents: [content],
      } = await client.readResource({ uri: address(tool._meta) });
      if (content.mimeType !== type) throw new Error(`${address(tool._meta)} is ${content.mimeType}, not ${type}`);
      documents[world] = { html: content.text, csp: policy(domains(content._meta)) };
    }
    return { result, documents };
  } finally {
    await client.close();
  }
}

/** Opens the document in one kind of host and answers the faults: texts of the sample that are not seen, and incidents. */
async function open(rig, { path, world, result, sees }) {
  const { faults, step, sees: seen } = book();
  const { page, incidents, close } = await rig.page();
  await step(`${path} opens`, async () => {
    const { frame } = await drivers[world](page, rig.origin, path, { result, arguments: { message: "show me" } });
    for (const text of sees) await step(`${path} shows ${text}`, () => seen(frame, text));
  });
  await close();
  return [...faults, ...incidents.map((incident) => `${path}: ${incident}`)];
}

/** A widget that does not hear its host must be noticed: without it the checks below could not fail. */
async function deaf(rig, berth) {
  const { result, documents } = await publish(berth, "cards");
  const silenced = [];
  for (const [world, { html, csp }] of Object.entries(documents)) {
    const path = `/live/deaf/${world}`;
    rig.pages.set(path, {
      html: html
        .replaceAll("ui/notifications/tool-result", "ui/notifications/none")
        .replaceAll("toolOutput", "noOutput"),
      csp,
    });
    if (!(await open(rig, { path, world, result, sees: ["Linen table lamp"] })).length)
      silenced.push(`${world}: a widget that shows nothing was not noticed`);
  }
  return silenced;
}

/** Answers [name, async () => faults] for every layout that the server offers to authors. */
export async function live(rig, layouts, berth) {
  const { items } = await berth.rest("GET", "/layouts");
  const jobs = items.map(({ name }) => [
    `${name} published: its sample in both kinds of hosts`,
    async () => {
      const sample = layouts
        .find((layout) => layout.name === name)
        ?.fixtures.find((fixture) => fixture.name === "sample");
      if (!sample?.sees?.length) return [`${name} has no fixture that says what to see of its sample`];
      const { result, documents } = await publish(berth, name);
      if (!result.structuredContent || result.isError)
        return [`${name}: the tool answers ${JSON.stringify(result).slice(0, 300)}`];
      const faults = [];
      for (const [world, document] of Object.entries(documents)) {
        const path = `/live/${name}/${world}`;
        rig.pages.set(path, document);
        faults.push(...(await open(rig, { path, world, result, sees: sample.sees })));
      }
      return faults;
    },
  ]);
  jobs.unshift([
    "fourteen layouts are offered",
    async () => (items.length === 14 ? [] : [`there are ${items.length}: ${items.map((l) => l.name)}`]),
  ]);
  jobs.push(["mutant caught: a published widget that shows nothing", () => deaf(rig, berth)]);
  return jobs;
}
