/** What the address of a screen begins with. A test holds it against the routes that there are. */
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

/** Whether a screen may be at this path, of which the router knows more. A name with a dot is a file's. */
export function isScreenPath(path: string): boolean {
  const segments = path.split("/").filter(Boolean);
  const [root, last] = [segments[0], segments.at(-1)];
  if (root === undefined || last === undefined) return true;
  return screenRoots.some((known) => known === root) && !last.includes(".");
}
