import type { IncomingMessage } from "node:http";

const signInPath = "/api/auth";
/** Email and password are shorter; a longer body is not read. */
const bytesMax = 4096;

/**
 * Rewrites a sign-in by GET with email and password in a JSON body, as the template's client sends it, to the same
 * request with them in the query, because a GET `Request` can't have a body. Every other request, and one whose body is
 * not JSON, is returned unchanged.
 */
export async function withBodyOfGet(request: Request, incoming: IncomingMessage): Promise<Request> {
  const { method, headers, url: path = "" } = incoming;
  const isRequested = method === "GET" && (path === signInPath || path.startsWith(`${signInPath}?`));
  if (!isRequested || !(Number(headers["content-length"]) > 0)) return request;
  const sent = await readJson(incoming);
  const url = new URL(request.url);
  for (const name of ["email", "password"])
    if (typeof sent[name] === "string" && !url.searchParams.has(name)) url.searchParams.set(name, sent[name]);
  return new Request(url, { headers: request.headers });
}

async function readJson(incoming: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) {
    text += chunk as string;
    if (text.length > bytesMax) return {};
  }
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
