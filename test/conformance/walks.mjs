// Lets each official client live the whole story of each app that ships inside.
//
//   node walks.mjs --base URL --people JSON [--signing]     JSON: two of {"email","password","key"}
//
// --signing: only clients that sign people in by themselves.
import { parseArgs } from "node:util";
import { clients, signing } from "./walks/clients.mjs";
import { stories } from "./walks/stories.mjs";

const { values } = parseArgs({ options: { base: { type: "string" }, people: { type: "string" }, signing: { type: "boolean", default: false } } });
const people = JSON.parse(values.people);
let failed = 0;
for (const [name, make] of Object.entries(values.signing ? signing : clients)) {
  const client = await make(values.base, people);
  for (const [app, story] of Object.entries(stories)) {
    const calls = { count: 0 };
    const counted = async (...to) => {
      const call = await client.connect(...to);
      return (tool, args) => (calls.count++, call(tool, args));
    };
    try {
      await story(counted, people);
      console.log(`ok ${name}: ${app}, ${calls.count} calls`);
    } catch (cause) {
      failed++;
      console.log(`✗ ${name}: ${app}, call ${calls.count}: ${cause.stack}`);
    }
  }
  await client.close();
}
process.exit(failed ? 1 : 0);
