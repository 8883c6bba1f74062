// Releases: what each changed, compared with live, rolled back with one click and taken back, unpublished and served again.
export default async function ({ person, start, everywhere, expect }) {
  const { page, call } = await person();
  const app = await call("POST", "/apps", {
    name: "Boats for hire",
    toolName: "show_boats",
    toolDescription: "Shows boats that are free. Use it when somebody asks to hire one.",
    layoutTemplate: "cards",
  });
  await page.goto(`/apps/${app.id}/releases`);
  await page.getByRole("heading", { name: "Nothing is published yet" }).waitFor();
  await everywhere(page, "releases-empty");

  const address = (await call("POST", `/apps/${app.id}/publish`)).mcpUrl.replace(/\/mcp$/, ""); // of a slug that may have a number
  await call("PATCH", `/apps/${app.id}`, {
    description: "<img src=x onerror=alert(1)>",
    mockData: { items: [{ title: "</script><b>Aurora</b>" }] },
  });
  await call("POST", `/apps/${app.id}/publish`);
  await call("PATCH", `/apps/${app.id}`, {
    layoutTemplate: "list",
    toolDescription: "Shows boats. Use it when somebody asks for boats in Lisbon.",
  });
  await page.reload();
  await page.getByRole("heading", { name: "The draft is ahead of version 2" }).waitFor();
  await page.getByText("<img src=x onerror=alert(1)>").waitFor();
  await page.getByText("The first release.").waitFor();
  expect(
    "each release names who published it",
    (await page.getByRole("listitem").getByText("Ana Lima", { exact: true }).count()) === 2,
  );
  await everywhere(page, "releases");

  await page.getByRole("button", { name: "Compare version 1 with live" }).click();
  await page.waitForURL(/compare=v1/);
  await page.getByRole("heading", { name: "Version 1 against live" }).waitFor();
  await everywhere(page, "releases-compare");
  await page.reload();
  await page.getByRole("button", { name: "Serve version 1" }).click();
  await page.getByText("Version 1 is live").waitFor();
  expect("version 1 is served", (await call("GET", `/apps/${app.id}`)).liveVersion === 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Roll back to this: version 1" }).waitFor();
  expect("version 2 is served again", (await call("GET", `/apps/${app.id}`)).liveVersion === 2);

  await page.getByRole("button", { name: "Unpublish" }).click();
  await page.getByText("Nobody but you has called it in the last week.").waitFor();
  await everywhere(page, "releases-unpublish");
  await page.getByRole("dialog").getByRole("button", { name: "Unpublish" }).click();
  await page.getByText("Boats for hire is off the air").waitFor();
  expect("its address is not found", (await fetch(address, { headers: { Accept: "text/html" } })).status === 404);
  const activated = page.waitForResponse((answer) => answer.url().endsWith("/releases/2/activate")); // an older message may still say that it is live
  await page.getByRole("button", { name: "Serve this: version 2" }).click();
  expect("version 2 is served once more", (await activated).ok());
  expect("its address answers", (await fetch(address, { headers: { Accept: "text/html" } })).ok);

  const own = await start({ env: { BERTH_KEEP_RELEASES: "1", BERTH_SIGNUP: "open" } });
  try {
    await thinned(await person({}, own.url), everywhere, expect);
  } finally {
    await own.remove();
  }
}

/** Releases whose content is no longer kept are listed, and nothing else can be done with them. */
async function thinned({ page, call, expected }, everywhere, expect) {
  const { id } = await call("POST", "/apps", {
    name: "Tides",
    toolName: "show_tides",
    toolDescription: "Shows tides.",
  });
  for (const description of ["One", "Two", "Three"]) {
    await call("PATCH", `/apps/${id}`, { description });
    await call("POST", `/apps/${id}/publish`);
  }
  expected(/409 \(Conflict\).*\/changes$/); // the release before it has no content to compare with
  await page.goto(`/apps/${id}/releases?compare=v1`);
  await page.getByText("its content is no longer kept").first().waitFor();
  expect("a thinned release is not compared", !(await page.getByRole("dialog").count()));
  const kept = (await call("GET", `/apps/${id}/releases`)).items.filter(
    ({ live, thinned }) => !live && !thinned,
  ).length;
  expect(
    "a thinned release cannot be served",
    (await page.getByRole("button", { name: /^(Compare version|Roll back)/ }).count()) === 2 * kept,
  );
  await everywhere(page, "releases-thinned");
}
