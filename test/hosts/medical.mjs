// The story of the medical app: which of the doctors of one name, book, and see that the time is gone.
import assert from "node:assert/strict";

/** What the tool answers the widget, asked without one. */
async function free(url, doctorName) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_available_slots", arguments: { doctorName } } }),
  });
  const { result } = await response.json();
  return result._meta.slots.map((slot) => slot.formattedTime);
}

/** Books a time of Dr. João Silva by choosing him in the widget, then looks for it among his times in the widget. */
export async function seeDoctor({ page, open, spy, asked, url, injected, patient, patience }) {
  const name = "Dr. João Silva";
  const times = await free(url, name);
  const wanted = times[2];
  const [day, clock] = [wanted.slice(0, -6), wanted.slice(-5)];

  const which = await open(page, { url, tool: "schedule_appointment", given: { doctorName: "Silva", slotTime: wanted, patientName: patient, patientPhone: "(11) 99999-8888" } });
  assert.equal(await spy(which.frame), injected);
  await which.widget.getByRole("button", { name: `Choose: ${name}`, exact: true }).click(patience);
  await which.widget.getByRole("heading", { name: "Appointment confirmed" }).waitFor(patience);
  await which.widget.getByText(patient, { exact: true }).waitFor(patience);
  await which.widget.getByText("···· 8888").waitFor(patience);
  assert.deepEqual(await asked(which.frame), injected ? ["schedule_appointment"] : null, "the call went by the bridge that is meant");
  assert.deepEqual(which.incidents, []);

  assert.deepEqual(await free(url, name), times.filter((time) => time !== wanted), "the time is gone, and no other");
  const found = await open(page, { url, tool: "search_doctors", given: { name: "joao silva" } });
  assert.equal(await spy(found.frame), injected);
  await found.widget.getByRole("button", { name: `See times: ${name}`, exact: true }).click(patience);
  const sameDay = found.widget.locator("li").filter({ has: found.widget.locator("h3.day", { hasText: day }) });
  const others = times.filter((time) => time.startsWith(day) && time !== wanted).map((time) => time.slice(-5));
  await found.widget.locator("h3.day").first().waitFor(patience);
  assert.deepEqual(await sameDay.getByRole("button").allTextContents(), others, `${clock} is gone from the widget too`);
  assert.deepEqual(await asked(found.frame), injected ? ["get_available_slots"] : null);
  assert.equal(await found.widget.getByRole("alert").count(), 0, "nothing failed");
  assert.deepEqual(found.incidents, []);
}
