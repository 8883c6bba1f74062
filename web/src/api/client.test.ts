import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, take, takeTagged } from "./client";
import { ApiProblem, problemOf, sentence, Unreachable } from "./problem";
import { reachable } from "./server";
import { endSession, person, renewal, workspace } from "./session";

const answers = vi.fn<(request: Request) => Promise<Response>>();
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

beforeEach(() => {
  answers.mockReset();
  vi.stubGlobal("fetch", answers);
});
afterEach(() => {
  vi.unstubAllGlobals();
  person.set(null);
  workspace.set("");
  reachable.set(true);
});

const refusal = {
  title: "Unprocessable",
  status: 422,
  code: "INVALID_CONFIG",
  detail: "Two fields are not valid.",
  requestId: "r1",
  errors: [
    { location: "body.name", message: "must not be empty" },
    { location: "body.light.accent", message: "must be a colour" },
  ],
};

test("an answer is its body, with its ETag", async () => {
  answers.mockResolvedValue(json(200, { id: "a" }, { ETag: '"7"' }));
  expect(await takeTagged(api.GET("/apps/{id}", { params: { path: { id: "a" } } }))).toEqual({
    data: { id: "a" },
    etag: '"7"',
  });
});

test("a refusal is thrown, with what is wrong beside each field", async () => {
  answers.mockResolvedValue(json(422, refusal));
  const failure = await take(api.POST("/apps", { body: { name: "" } })).catch((e: unknown) => e);
  expect(failure).toBeInstanceOf(ApiProblem);
  const problem = failure as ApiProblem;
  expect([
    problem.code,
    problem.requestId,
    problem.field("name"),
    problem.field("light.accent"),
    problem.field("other"),
  ]).toEqual(["INVALID_CONFIG", "r1", "Must not be empty.", "Must be a colour.", ""]);
  expect(problem.beside(["name"]).map((f) => f.location)).toEqual(["body.light.accent"]);
});

test("calls name the workspace of the tab", async () => {
  workspace.set("w1");
  answers.mockResolvedValue(json(200, { items: [], nextCursor: null }));
  await take(api.GET("/apps"));
  expect(answers.mock.calls[0]?.[0].headers.get("Berth-Workspace")).toBe("w1");
});

test("a server that does not answer is unreachable; a proxy that says so, too", async () => {
  answers.mockRejectedValue(new TypeError("failed"));
  await expect(take(api.GET("/me"))).rejects.toBeInstanceOf(Unreachable);
  expect(reachable.get()).toBe(false);
  expect(problemOf(new Response("", { status: 502 }), "<html>")).toBeInstanceOf(Unreachable);
  expect(problemOf(json(504, {}), { code: "TIMEOUT", detail: "Too slow." })).toMatchObject({ code: "TIMEOUT" });
});

test("calls that find the session gone wait, and go on once it is renewed, with what they carry", async () => {
  person.set({ id: "u", email: "ana@example.com" });
  answers.mockImplementation(async (request) =>
    answers.mock.calls.length <= 2
      ? json(401, { code: "UNAUTHENTICATED", detail: "Sign in." })
      : json(201, JSON.parse(await request.text())),
  );
  const both = Promise.all([
    take(api.POST("/apps", { body: { name: "one" } })),
    take(api.POST("/apps", { body: { name: "two" } })),
  ]);
  await vi.waitFor(() => expect(renewal.get()).not.toBeNull());
  await vi.waitFor(() => expect(answers).toHaveBeenCalledTimes(2));
  renewal.get()?.done();
  expect(await both).toEqual([{ name: "one" }, { name: "two" }]);
  expect(renewal.get()).toBeNull();
});

test("who gives up gets the refusal", async () => {
  person.set({ id: "u", email: "ana@example.com" });
  answers.mockResolvedValue(json(401, { code: "UNAUTHENTICATED", detail: "Sign in." }));
  const call = take(api.GET("/apps")).catch((e: unknown) => e);
  await vi.waitFor(() => expect(renewal.get()).not.toBeNull());
  renewal.get()?.given();
  expect(await call).toMatchObject({ code: "UNAUTHENTICATED" });
});

test("visitors and sign-ins are never asked to renew", async () => {
  answers.mockImplementation(async () => json(401, { code: "UNAUTHENTICATED", detail: "Wrong." }));
  await expect(take(api.GET("/me"))).rejects.toMatchObject({ status: 401 });
  person.set({ id: "u", email: "ana@example.com" });
  await expect(take(api.POST("/auth/login", { body: { email: "", password: "" } }))).rejects.toMatchObject({
    status: 401,
  });
  expect(renewal.get()).toBeNull();
});

test("sentences say when to try again, and never a cause", () => {
  expect(sentence(new ApiProblem(429, "RATE_LIMITED", "Too many calls.", [], "", 60))).toBe(
    "Too many calls. Try again in 60 seconds.",
  );
  expect(sentence(new Error("secret"))).toBe("Something went wrong in this page.");
});

test("while a session is being ended nothing is asked for, and afterwards what is wanted still", async () => {
  let out = () => {};
  answers.mockImplementation(({ url }) =>
    url.endsWith("/logout")
      ? new Promise((resolve) => (out = () => resolve(new Response(null, { status: 204 }))))
      : Promise.resolve(json(200, { items: [], nextCursor: null })),
  );
  const ended = endSession(async () => void (await take(api.POST("/auth/logout"))));
  const gone = new AbortController();
  const unwanted = take(api.GET("/apps", { signal: gone.signal })).catch((e: unknown) => e);
  const wanted = take(api.GET("/apps"));
  await vi.waitFor(() => expect(answers).toHaveBeenCalled());
  gone.abort();
  await new Promise((done) => setTimeout(done));
  expect(answers).toHaveBeenCalledOnce();
  out();
  await ended;
  await wanted;
  await unwanted;
  expect(
    answers.mock.calls
      .slice(1)
      .map(([{ signal }]) => signal.aborted)
      .sort(),
  ).toEqual([false, true]);
});
