import { createStore } from "./store";

/** Whether the server answered when it was last asked. */
export const reachable = createStore(true);

const first = 1000;
const longest = 10_000;
let probing = false;

/** Notes that a call got no answer, and asks /livez until there is one. */
export function lost(): void {
  reachable.set(false);
  if (probing) return;
  probing = true;
  let wait = first;
  const probe = async () => {
    const ok = await fetch("/livez", { cache: "no-store" }).then(
      (r) => r.ok,
      () => false,
    );
    if (ok || reachable.get()) {
      probing = false;
      reachable.set(true);
      return;
    }
    wait = Math.min(wait * 1.5, longest);
    setTimeout(() => void probe(), wait);
  };
  setTimeout(() => void probe(), wait);
}
