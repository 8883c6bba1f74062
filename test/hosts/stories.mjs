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

export const stories = { cards, gift, medical, todo, chatui };

/** The widget has called these tools and no other, each once, whichever bridges there are. */
async function went(frame, tools) {
  assert.deepEqual(await asked(frame), tools, "each call was made once");
}

async function wellIn(widget) {
  assert.equal(await widget.getByRole("alert").count(), 0, "nothing failed");
}
