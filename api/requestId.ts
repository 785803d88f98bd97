/** The id that a client gave its call, if it has the form of one; otherwise a new one. */
export function requestIdOf(headers: Pick<Headers, "get">): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}
