import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { appChanged, appQuery, changeApp, type App } from "./apps";
import type { Tagged } from "./client";

const get = vi.hoisted(() => vi.fn());
vi.mock("./client", () => ({ api: { GET: get }, takeTagged: (answer: unknown) => answer }));

const state = (rev: number): Tagged<App> => ({ data: { id: "a", name: `Name ${rev}` } as App, etag: `"${rev}"` });
const { queryKey } = appQuery("a");
const soon = () => new Promise((done) => setTimeout(done));

test("an answer that was on its way while the app changed says nothing", async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, state(1));
  let answer = (_: Tagged<App>) => {};
  get.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const asked = client.fetchQuery(appQuery("a"));
  appChanged(client, state(2));
  answer(state(1));
  await asked;
  await soon();
  expect(client.getQueryData(queryKey)).toEqual(state(2));
});

test("changes take turns, each from the state that the one before has left", async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, state(1));
  let answer = (_: Tagged<App>) => {};
  const first = changeApp(client, "a", () => new Promise((resolve) => (answer = resolve)));
  const change = vi.fn((_: Tagged<App>) => Promise.resolve(state(3)));
  const second = changeApp(client, "a", change);
  await soon();
  expect(change).not.toHaveBeenCalled();
  answer(state(2));
  await Promise.all([first, second]);
  expect(change).toHaveBeenCalledExactlyOnceWith(state(2));
  expect(client.getQueryData(queryKey)).toEqual(state(3));
});

test("a change that is refused holds up none", async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, state(1));
  const first = changeApp(client, "a", () => Promise.reject(new Error("no")));
  const second = changeApp(client, "a", () => Promise.resolve(state(2)));
  await expect(first).rejects.toThrow("no");
  await expect(second).resolves.toEqual(state(2));
});
