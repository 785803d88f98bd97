import { safePath } from "#web/safePath.ts";

let goTo: (path: string) => void = () => {};

/** Set once, by the module that creates the router. */
export function onRedirect(go: (path: string) => void): void {
  goTo = go;
}

/** Where a response navigates to (spec 000 §7): a path on this site, or nowhere. */
export function followRedirect(answer: unknown): void {
  const { redirect } = (answer ?? {}) as { redirect?: unknown };
  const path = typeof redirect === "string" ? safePath(redirect) : null;
  if (path !== null) goTo(path);
}
