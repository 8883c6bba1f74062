// Lets each official client live the whole story of each app that ships inside.
//
//   node walks.mjs --base URL --people JSON     JSON: two of {"email","key"}
import { parseArgs } from "node:util";
import { clients } from "./walks/clients.mjs";
import { stories } from "./walks/stories.mjs";

const { values } = parseArgs({ options: { base: { type: "string" }, people: { type: "string" } } });
const people = JSON.parse(values.people);
let failed = 0;
for (const [name, make] of Object.entries(clients)) {
  const client = await make(values.base);
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
