import { config } from "zod/v4/core";

// The page's policy forbids eval, and a probe for it is reported; this stands before whatever makes a schema.
config({ jitless: true });
