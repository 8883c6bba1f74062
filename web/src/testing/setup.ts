import { cleanup } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";

afterEach(cleanup);

// A dialog that has closed looks 100 ms later where the focus is: the page must still be there, or a run fails by chance.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 120)));
