/** Never redirects to the sign-in and sign-out pages. */
const doors: ReadonlySet<string> = new Set(["/login", "/logout"]);

/**
 * A path on this site, or null. The address bar may contain anything: browsers treat `//evil.example` and
 * `/\evil.example` as other hosts, and drop tabs and line breaks before they parse it.
 */
export function safePath(path: string | undefined): string | null {
  if (path === undefined || !path.startsWith("/")) return null;
  if (/[\u0000-\u0020\u007f\\]/.test(path)) return null;
  const origin = "https://here.invalid";
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null;
  if (url?.origin !== origin || path.startsWith("//")) return null;
  return doors.has(url.pathname) ? null : path;
}
