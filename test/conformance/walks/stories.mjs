// The story of each app that ships inside, as a client that knows nothing but MCP lives it. connect(slug, token) answers
// how to call a tool of the app: call(tool, arguments) → result.
import assert from "node:assert/strict";

/** Search, star, refine, look closer, and back at the list. */
async function gift(connect) {
  const call = await connect("gift");
  const asked = { recipient_description: "my dad who loves woodworking, turning 60", limit: 5 };
  const list = good(await call("get_recommendations", asked));
  assert.equal(list.gifts.length, 5);
  assert.equal(list.query_context.starred_boost_applied, false);
  const star = list.gifts[1].id;
  const refined = good(await call("get_recommendations", { ...asked, starred_gift_ids: [star], past_gifts: [list.gifts[0].name] }));
  assert.equal(refined.query_context.starred_boost_applied, true);
  assert.ok(!refined.gifts.some((g) => g.id === list.gifts[0].id), "what was given before is not suggested again");
  assert.notDeepEqual(ids(refined.gifts), ids(list.gifts), "the star changes the list");
  const { gift: details } = good(await call("get_gift_details", { gift_id: refined.gifts[0].id }));
  assert.equal(details.name, refined.gifts[0].name);
  assert.ok(details.full_description && details.purchasing_guidance);
  assert.deepEqual(ids(good(await call("get_recommendations", asked)).gifts), ids(list.gifts), "the first list again");
  refused(await call("get_gift_details", { gift_id: "00000000-0000-4000-8000-000000000000" }), "not_found");
}

const ids = (gifts) => gifts.map((g) => g.id);

/** Search a doctor, have to say which one, see the times, book one, and find it gone. */
async function medical(connect) {
  const call = await connect("medical");
  const found = good(await call("search_doctors", { name: "silva" }));
  assert.ok(found.count > 1, "several doctors have the name");
  const unsure = await call("get_available_slots", { doctorName: "Silva" });
  assert.equal(unsure.structuredContent.ambiguous, true);
  assert.equal(unsure._meta.view, "disambiguation");
  const doctor = unsure.structuredContent.matches[0];
  const offered = await call("get_available_slots", { doctorId: doctor.id });
  assert.equal(good(offered).doctor.name, doctor.name);
  assert.ok(!JSON.stringify(offered.structuredContent).includes(doctor.id), "ids are for the widget");
  const slot = offered._meta.slots[0];
  const booking = { doctorId: doctor.id, slotId: slot.id, patientName: "Maria Santos", patientPhone: "(11) 99999-8888" };
  const { appointment } = good(await call("schedule_appointment", booking));
  assert.equal(appointment.scheduledAt, slot.formattedTime);
  assert.equal(appointment.patientName, "Maria Santos");
  const left = await call("get_available_slots", { doctorId: doctor.id });
  assert.ok(!left._meta.slots.some((s) => s.id === slot.id), "the slot is gone");
  refused(await call("schedule_appointment", { ...booking, patientName: "João Lima", patientPhone: "11988887777" }));
}

/** Two people add, list, complete, update and delete; neither gets at what is the other's. */
async function todo(connect, people) {
  const [ada, bob] = await Promise.all(people.map(async ({ email, key }) => {
    const call = await connect("todo", key);
    return (tool, args, user_id = email) => call(tool, { user_id, ...args });
  }));
  const { task_id } = good(await ada("add_task", { title: "Buy groceries", description: "Milk, eggs, bread" }));
  const own = good(await bob("add_task", { title: "Call mom" })).task_id;
  const tasks = async (person, status) => good(await person("list_tasks", { status })).tasks.map((t) => [t.id, t.title, t.completed]);
  assert.deepEqual(await tasks(ada, "pending"), [[task_id, "Buy groceries", false]]);
  for (const tool of ["complete_task", "update_task", "delete_task"]) {
    refused(await bob(tool, { task_id, title: "Mine now" }), "Task not found");
    refused(await bob(tool, { task_id, title: "Mine now" }, people[0].email), "User not found");
  }
  assert.equal(good(await ada("complete_task", { task_id })).status, "completed");
  assert.equal(good(await ada("complete_task", { task_id })).status, "completed", "twice is fine");
  assert.equal(good(await ada("update_task", { task_id, title: "Buy fruit" })).title, "Buy fruit");
  refused(await ada("update_task", { task_id }), "No updates provided");
  assert.deepEqual(await tasks(ada, "completed"), [[task_id, "Buy fruit", true]]);
  assert.equal(good(await ada("delete_task", { task_id })).status, "deleted");
  refused(await ada("complete_task", { task_id }), "Task not found");
  assert.deepEqual(await tasks(ada), []);
  assert.deepEqual(await tasks(bob), [[own, "Call mom", false]], "Bob's list is as he left it");
  good(await bob("delete_task", { task_id: own }));
}

/** All five tools show what they are given. */
async function chatui(connect) {
  const call = await connect("chatui");
  assert.equal(good(await call("display_chat", { seedMessage: "Hello" })).seedMessage, "Hello");
  const results = [{ id: 1, title: "Margherita" }, { id: "b", title: "Marinara", tags: ["vegan"] }];
  assert.deepEqual(good(await call("display_search_results", { query: "pizza", results })).results, results);
  const rows = [{ name: "Soup", price: 4 }];
  assert.deepEqual(good(await call("display_table", { columns: ["name", "price"], rows })).data, rows);
  assert.deepEqual(good(await call("display_demo", {})), { demo: true });
  assert.equal(good(await call("display_dashboard", {})).dashboard, true);
  refused(await call("display_table", { columns: "name", rows }));
}

export const stories = { gift, medical, todo, chatui };

/** What the result holds, which must be one that succeeded, with text for clients without widgets. */
function good(result) {
  assert.ok(!result.isError, `refused: ${JSON.stringify(result)}`);
  assert.ok(result.content.some((c) => c.type === "text" && c.text), "there is text");
  return result.structuredContent;
}

/** The result must be a refusal, for the reason if one is given. */
function refused(result, reason) {
  assert.equal(result.isError, true, `not refused: ${JSON.stringify(result)}`);
  assert.ok(result.structuredContent.error, "a refusal is structured");
  if (reason) assert.equal(result.structuredContent.error, reason);
}
