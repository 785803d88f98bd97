/** Nobody is sent back to where one comes in and goes out. */
const doors: ReadonlySet<string> = new Set(["/login", "/logout"]);

/**
 * A path on this very site, or null. The address bar may carry anything: `//evil.example` and `/\evil.example` are
 * other hosts to a browser, and it drops tabs and line ends before it looks.
 */
export function safePath(path: string | undefined): string | null {
  if (path === undefined || !path.startsWith("/")) return null;
  if (/[\u0000-\u0020\u007f\\]/.test(path)) return null;
  const origin = "https://here.invalid";
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null;
  if (url?.origin !== origin || path.startsWith("//")) return null;
  return doors.has(url.pathname) ? null : path;
}
