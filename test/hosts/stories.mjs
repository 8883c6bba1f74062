// What people do with each app in the host. host: { open(url, who) }; urls: of the apps;
// people: two with { email, password, key }.
import assert from "node:assert/strict";
import { asked, patience, press } from "./host.mjs";

/** An authored app shows its sample. */
async function cards({ open, urls }) {
  const app = await open(urls.cards);
  const { widget } = await app.call("search_products", { message: "a gift" });
  await widget.getByText("Linen table lamp").waitFor(patience);
  return app;
}

/** Searches, stars, refines, looks at one gift and goes back, all in the widget. */
async function gift({ open, urls }) {
  const app = await open(urls.gift);
  const { widget, frame } = await app.call("get_recommendations", { recipient_description: "my dad who loves woodworking" });
  const names = () => widget.locator(".gift .name").allTextContents();
  const first = await names();
  assert.equal(first.length, 5, "there are five gifts");
  await press(widget.getByRole("button", { name: `Star ${first[1]}`, exact: true }));
  await press(widget.getByRole("button", { name: "Refine recommendations" }));
  await widget.getByText("Refined with the gifts you starred.").waitFor(patience);
  const refined = await names();
  assert.notDeepEqual(refined, first, "the starred gift changes the list");
  await press(widget.getByRole("button", { name: refined[0], exact: true }));
  await widget.getByRole("heading", { name: refined[0], exact: true }).waitFor(patience);
  await widget.getByText("Made for", { exact: true }).waitFor(patience); // which the list does not know
  await press(widget.getByRole("button", { name: "Back to the list" }));
  await widget.getByRole("button", { name: "Refine recommendations" }).waitFor(patience);
  assert.deepEqual(await names(), refined, "the refined list is still there");
  await went(frame, ["get_recommendations", "get_gift_details"]);
  await wellIn(widget);
  return app;
}

/** Finds doctors of one name, says which one is meant, books a time of theirs, and finds it gone. turn: who is meant. */
async function medical({ open, urls, turn }) {
  const app = await open(urls.medical);
  const found = await app.call("search_doctors", { name: "Silva" });
  assert.ok((await found.widget.locator(".doctor").count()) > 1, "several doctors have the name");
  await press(found.widget.getByRole("button", { name: /^(See times|Ver horários)/ }).first());
  await found.widget.locator(".slot").first().waitFor(patience);
  await went(found.frame, ["get_available_slots"]);

  const choose = ({ widget }) => widget.getByRole("button", { name: /^(Choose|Escolher)/ }).nth(turn);
  const earliest = async () => {
    const unsure = await app.call("get_available_slots", { doctorName: "Silva" });
    await press(choose(unsure));
    await unsure.widget.locator(".slot").first().waitFor(patience);
    await went(unsure.frame, ["get_available_slots"]);
    const free = await unsure.widget.locator(".slot").allTextContents();
    await press(unsure.widget.locator(".slot").first());
    return { slotTime: `${await unsure.widget.locator(".actions .hint").textContent()} ${free[0]}`, free };
  };
  // Somebody else at each bridge, since nobody is with two doctors at one moment.
  const [patient, phone] = [["Maria Santos", "11999998888"], ["Joana Reis", "21999997777"]][turn];
  const { slotTime, free } = await earliest();
  const booking = await app.call("schedule_appointment", { doctorName: "Silva", slotTime, patientName: patient, patientPhone: phone });
  await press(choose(booking));
  await booking.widget.getByRole("heading", { name: /Appointment confirmed|Consulta confirmada/ }).waitFor(patience);
  await booking.widget.getByText(patient).waitFor(patience);
  await booking.widget.getByText(`•••• ${phone.slice(-4)}`).waitFor(patience);
  await went(booking.frame, ["schedule_appointment"]);
  const left = await earliest();
  assert.notEqual(left.slotTime, slotTime, "the time that was booked is not offered again");
  assert.deepEqual(left.free.slice(0, free.length - 1), free.slice(1), "and no other is gone");
  return app;
}

/**
 * Two people keep their lists, one signed in by OAuth from the host, the other by a key: adding, completing, changing and
 * deleting in the widget; neither sees the other's.
 */
async function todo({ open, urls, turn, people }) {
  const apps = await Promise.all(people.map(({ email, password, key }, i) => open(urls.todo, i === turn ? { email, password } : { key })));
  for (const [i, app] of apps.entries()) {
    const { email } = people[i];
    const title = `Errand ${turn} of ${email}`;
    await app.call("add_task", { user_id: email, title });
    const { widget, frame } = await app.call("list_tasks", { user_id: email });
    const row = (name) => widget.locator("li:not([aria-busy=true])").filter({ has: app.page.getByRole("checkbox", { name: `Complete ${name}`, exact: true }) });
    await row(title).waitFor(patience);
    assert.equal(await widget.getByText(`of ${people[1 - i].email}`).count(), 0, "nobody sees the other's tasks");
    await widget.getByLabel("New task").fill(`Water ${turn}`, patience);
    await press(widget.getByRole("button", { name: "Add", exact: true }));
    await row(`Water ${turn}`).waitFor(patience);
    await press(widget.getByRole("checkbox", { name: `Complete ${title}` }));
    await row(title).filter({ has: app.page.getByRole("checkbox", { checked: true }) }).waitFor(patience);
    await press(widget.getByRole("button", { name: `Edit ${title}` }));
    await widget.getByLabel("Title").fill(`Done ${turn} of ${email}`, patience);
    await press(widget.getByRole("button", { name: "Save" }));
    await row(`Done ${turn} of ${email}`).waitFor(patience);
    await press(widget.getByRole("button", { name: `Delete Water ${turn}` }));
    await press(widget.getByRole("button", { name: "Delete", exact: true }));
    await widget.locator("li", { hasText: `Water ${turn}` }).waitFor({ state: "detached", ...patience });
    await went(frame, ["add_task", "complete_task", "update_task", "delete_task"]);
    await wellIn(widget);
  }
  await apps[1].close();
  return apps[0];
}

/** Shows all five; the demo is the one that calls a tool. */
async function chatui({ open, urls }) {
  const app = await open(urls.chatui);
  const chat = await app.call("display_chat", { seedMessage: "Hello from the seed" });
  await chat.widget.getByText("Hello from the seed").waitFor(patience);
  const search = await app.call("display_search_results", { query: "pizza", results: JSON.stringify([{ id: 1, title: "Margherita" }, { id: "b", title: "Marinara", tags: ["vegan"] }]) });
  await search.widget.getByText("Marinara").waitFor(patience);
  const table = await app.call("display_table", { title: "Menu", columns: JSON.stringify(["name", "price"]), rows: JSON.stringify([{ name: "Soup", price: 4 }, { name: "Pizza", price: 9 }]) });
  await press(table.widget.getByRole("button", { name: /price/i })); // to sort
  await table.widget.getByText("Pizza").waitFor(patience);
  const dashboard = await app.call("display_dashboard");
  await dashboard.widget.getByText("Weekly report").waitFor(patience);
  const demo = await app.call("display_demo");
  const button = demo.widget.getByRole("button", { name: "Call the tool" });
  await button.focus({ timeout: 30_000 }); // which opens what is cut, as it does for the keyboard
  await press(button);
  await demo.widget.getByText('The tool answered {"demo":true}').waitFor(patience);
  await went(demo.frame, ["display_demo"]);
  return app;
}

/** Builds an app in the chat: sees its widget as it is made and tried, publishes it in two steps, and finds it served. */
async function berth({ open, urls, turn, people }) {
  const { email, password, key } = people[turn];
  const slug = `bakery-${turn}`;
  const app = await open(urls.berth, turn ? { key } : { email, password });
  const columns = [{ name: "name", type: "text" }, { name: "price", type: "money", currency: "EUR" }];
  const made = await app.call("create_app", {
    name: `Bakery ${turn}`,
    mcpSlug: slug,
    tables: JSON.stringify([{ name: "breads", columns, rows: [{ name: "Rye loaf", price: 3.2 }, { name: "Brioche", price: 2.8 }] }]),
    tools: JSON.stringify([{ name: "find_breads", description: "Finds breads. Use when somebody asks what there is.", layoutTemplate: "cards", handler: { kind: "query", table: "breads", search: ["name"] } }]),
  });
  const inside = (widget) => widget.frameLocator("iframe");
  await made.widget.getByText("Draft: nobody else sees this until it is published.").waitFor(patience);
  await inside(made.widget).getByText("Rye loaf").waitFor(patience);
  const tried = await app.call("try_app", { app: slug, arguments: JSON.stringify({ query: "brioche" }) });
  await inside(tried.widget).getByText("€2.80").waitFor(patience);
  assert.equal(await inside(tried.widget).getByText("Rye loaf").count(), 0, "the try is answered by its arguments");
  const step = async (said, args) => {
    await app.page.getByTestId("tool-item-publish_app").click(patience);
    for (const [name, value] of Object.entries(args)) await app.page.getByTestId(`tool-param-${name}`).fill(value, patience);
    await app.page.getByTestId("tool-execution-execute-button").click(patience);
    await app.page.getByText(said).first().waitFor(patience);
    return app.page.locator("body").innerText();
  };
  const served = () => fetch(urls.berth.replace(/mcp$/, `servers/${slug}`)).then(({ status }) => status);
  const [token] = /confirm_[A-Z2-7]{26}/.exec(await step("Nothing has happened yet", { app: slug })) ?? assert.fail("the first step gives no token");
  assert.equal(await served(), 404, "the first step publishes nothing");
  await step("is served at", { app: slug, confirm: token });
  assert.equal(await served(), 200, "what was confirmed is served");
  return app;
}

export const stories = { cards, gift, medical, todo, chatui, berth };

/** The widget has called these tools and no other, each once, whichever bridges there are. */
async function went(frame, tools) {
  assert.deepEqual(await asked(frame), tools, "each call was made once");
}

async function wellIn(widget) {
  assert.equal(await widget.getByRole("alert").count(), 0, "nothing failed");
}
