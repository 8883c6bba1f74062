import { Link } from "@tanstack/react-router";
import { BuildByTalking } from "~/create/BuildByTalking";
import { useTitle } from "~/shell/title";
import { buttonClass, Mark } from "~/ui";
import { Scene } from "./Scene";

const steps = [
  {
    title: "Describe it",
    text: "One sentence becomes a tool, a layout and sample data. Change whatever you like and see it at once.",
  },
  { title: "Publish it", text: "Checked first, live in milliseconds. Roll back with one click, as often as you need." },
  {
    title: "Connect it",
    text: "ChatGPT, Claude, Cursor, VS Code: one address for all of them, with the steps for each.",
  },
];

export default function Landing() {
  useTitle("");
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6">
      <header className="h-16 flex items-center justify-between gap-3">
        <span className="flex items-center gap-2 font-semibold text-lg tracking-tight">
          <Mark size={30} /> Berth
        </span>
        <nav aria-label="Account" className="flex gap-1">
          <a href="/api/docs" className={`${buttonClass("quiet")} max-xs:hidden`}>
            API
          </a>
          <Link to="/signin" className={buttonClass("quiet")}>
            Sign in
          </Link>
        </nav>
      </header>
      <main>
        <section className="grid gap-10 lg:grid-cols-[1.05fr_1fr] items-center py-10 sm:py-16">
          <div className="grid gap-5 justify-items-start">
            <h1 className="text-4xl sm:text-5xl font-semibold tracking-tight leading-[1.1]">
              From an idea to a live ChatGPT app in two minutes
            </h1>
            <p className="text-muted text-lg max-w-xl">
              Describe an app, publish it, and it is a live MCP server with a widget of its own, for ChatGPT, Claude and
              every other client.
            </p>
            <div className="flex flex-wrap gap-2 pt-1">
              <Link to="/signup" className={buttonClass("primary")}>
                Create an account
              </Link>
              <Link to="/signin" className={buttonClass("plain")}>
                Sign in
              </Link>
            </div>
          </div>
          <Scene />
        </section>
        <section aria-label="How it works" className="grid gap-4 sm:grid-cols-3 pb-16">
          {steps.map(({ title, text }, i) => (
            <div key={title} className="grid gap-1 content-start border-t border-line pt-4">
              <h2 className="font-semibold">
                <span className="text-accent tabular-nums mr-2">{i + 1}</span>
                {title}
              </h2>
              <p className="text-muted">{text}</p>
            </div>
          ))}
        </section>
        <div className="max-w-2xl pb-16">
          <BuildByTalking />
        </div>
      </main>
    </div>
  );
}
