import { safePath } from "#web/safePath.ts";

let goTo: (path: string) => void = () => {};

/** Set once, by whoever has the router. */
export function onRedirect(go: (path: string) => void): void {
  goTo = go;
}

/** Where an answer sends the person (spec 000 §7), which is a path on this very site or nowhere. */
export function followRedirect(answer: unknown): void {
  const { redirect } = (answer ?? {}) as { redirect?: unknown };
  const path = typeof redirect === "string" ? safePath(redirect) : null;
  if (path !== null) goTo(path);
}
