import { useMutation } from "@tanstack/react-query";
import { api, take, type Schemas } from "~/api/client";
import { ApiProblem, asSentence, sentence } from "~/api/problem";

export type Probe = Schemas["ProbeToolOutput"];

/** Sends the request of a tool of the draft, and holds what came of it. */
export const useProbe = (app: string) =>
  useMutation({
    mutationFn: ({ tool, args }: { tool: string; args: Record<string, unknown> }) =>
      take(
        api.POST("/apps/{id}/tools/{tool}/probe", { params: { path: { id: app, tool } }, body: { arguments: args } }),
      ),
  });

/** The steps of a call, in their order. */
export const steps = ["Arguments", "Request", "Answer", "Data"] as const;
export type Step = (typeof steps)[number];

/** Where a call stopped, why, and what would help. */
export interface Stop {
  step: Step;
  why: readonly string[];
  help: string;
}

const byStatus: Record<number, string> = {
  401: "The key is missing or wrong. See the secret and the header that it goes into.",
  403: "The key may not do that. See what it is allowed at the API, and the header that it goes into.",
  404: "See the address, and what stands in it for the arguments.",
  405: "The address is there, and takes another method.",
  415: "The API wants another form of body: see its document for the header Content-Type.",
  429: "The API wants fewer calls. Keep its answers for a while, under “Time and cache”.",
};

/** Where a probe that was answered stopped; null where it came to an end. */
export function stopOf({ response: { status }, problems }: Probe): Stop | null {
  const why = problems.map(({ location, message }) =>
    ["response", "data"].includes(location)
      ? asSentence(message)
      : `${location.replace(/^handler\.(result\.)?/, "")} ${message}.`,
  );
  if (status >= 400 || problems.some(({ location }) => location === "response"))
    return {
      step: "Answer",
      why: why.length ? why : [`The server answered ${status}.`],
      help:
        byStatus[status] ??
        (status >= 500 ? "The server failed, not your request. Try again later." : "See what it says below."),
    };
  return problems.length ? { step: "Data", why, help: "Choose below which value goes where." } : null;
}

/** Where a probe stopped that nobody answered. */
export function stopOfFailure(failure: unknown): Stop {
  if (!(failure instanceof ApiProblem)) return { step: "Request", why: [sentence(failure)], help: "" };
  const fields = failure.fields.map(
    ({ location, message }) => `${location.replace(/^(body\.arguments|handler)\./, "")} ${message}.`,
  );
  if (failure.fields.some(({ location }) => location.startsWith("body.arguments")))
    return { step: "Arguments", why: fields, help: "Nothing was sent. Change the arguments above." };
  if (failure.code === "TIMEOUT")
    return {
      step: "Answer",
      why: [failure.message],
      help: "Give it more seconds under “Time and cache”, or ask for less.",
    };
  if (failure.code === "UPSTREAM_ERROR")
    return {
      step: "Request",
      why: [failure.message],
      help: "Public https addresses can be reached, and what the operator of this server allows besides.",
    };
  if (failure.code === "RATE_LIMITED") return { step: "Request", why: [sentence(failure)], help: "Nothing was sent." };
  return {
    step: "Request",
    why: fields.length ? fields : [failure.message],
    help: "Nothing was sent. Change the request.",
  };
}
