/** The first path segment of every screen. A test compares it with the routes. */
export const screenRoots = [
  "apps",
  "certificates",
  "confirm-email",
  "confirm-email-change",
  "forgot-password",
  "home",
  "login",
  "logout",
  "pages",
  "register",
  "reset-password",
] as const;

/** Whether the path can be a screen's; the router knows exactly. A name with a dot is a file. */
export function isScreenPath(path: string): boolean {
  const segments = path.split("/").filter(Boolean);
  const [root, last] = [segments[0], segments.at(-1)];
  if (root === undefined || last === undefined) return true;
  return screenRoots.some((known) => known === root) && !last.includes(".");
}
