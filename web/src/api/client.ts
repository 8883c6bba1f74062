import createClient from "openapi-fetch";
import { ApiProblem, problemOf, Unreachable } from "./problem";
import type { components, paths } from "./schema";
import { lost, reachable } from "./server";
import { person, renew, settled, workspace } from "./session";

export type Schemas = components["schemas"];

/**
 * Sends one request in the name of this tab's workspace. A session that has expired is renewed in place and the request
 * sent again, so that the caller notices nothing but time; a server that does not answer throws Unreachable.
 */
async function send(request: Request): Promise<Response> {
  const id = workspace.get();
  if (id && !request.headers.has("Berth-Workspace")) request.headers.set("Berth-Workspace", id);
  const again = request.clone();
  const login = new URL(request.url).pathname.startsWith("/api/v1/auth/");
  if (!login) await settled();
  const response = await reach(request);
  if (response.status !== 401 || login || !person.get()) return response;
  return (await renew()) ? reach(again) : response;
}

async function reach(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    reachable.set(true);
    return response;
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    lost();
    throw new Unreachable({ cause });
  }
}

/** The REST API, typed from its OpenAPI document. Give what it answers to `take` or `takeTagged`. */
export const api = createClient<paths>({ baseUrl: new URL("/api/v1", location.origin).href, fetch: send });

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a successful answer; throws ApiProblem or Unreachable otherwise. */
export async function take<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await takeTagged(call)).data;
}

/** A body and the ETag to send back as If-Match. */
export interface Tagged<T> {
  data: T;
  etag: string;
}

/** As take, with the ETag of the answer; "" when it has none. */
export async function takeTagged<T>(call: Promise<Answer<T>>): Promise<Tagged<T>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof SyntaxError) throw new ApiProblem(0, "INTERNAL", "The server’s answer could not be read.");
    throw cause;
  });
  if (!response.ok) {
    const failure = problemOf(response, error);
    if (failure instanceof Unreachable) lost();
    throw failure;
  }
  return { data: data as T, etag: response.headers.get("ETag") ?? "" };
}
