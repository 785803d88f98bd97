/** Spec 000 §7: the token travels in `x-access-token`; the template shell also used a bearer. Never from the URL. */
export function callerToken(headers: Headers): string | null {
  const token = headers.get("x-access-token")?.trim();
  if (token) return token;
  return /^Bearer +(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1] ?? null;
}
