import type { HttpClient } from "#api/ports.ts";

const patienceMs = 3_000; // reliability R23
const bytesMax = 1_048_576; // reliability R23

/**
 * Outgoing calls. Their URLs come from the administrator (settings) and never from users, so private addresses are
 * allowed: a provider inside the company has one.
 */
export const httpClient: HttpClient = {
  send: async (request) => {
    if (!isProtected(new URL(request.url))) throw new Error(`not over https: ${originOf(request)}`);
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(patienceMs)]);
    const response = await fetch(request, { signal, redirect: "manual" });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new Error(`redirected by ${originOf(request)}`);
    }
    // Already decompressed, so the announced length does not apply.
    const body = await readBytes(response, request);
    return new Response(body.byteLength === 0 ? null : body, { status: response.status, headers: response.headers });
  },
};

/** No third party can read or answer: because of TLS, or because the target is this machine. */
export const isProtected = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));

async function readBytes(response: Response, request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > bytesMax) throw new Error(`more than ${bytesMax} bytes from ${originOf(request)}`);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Without path and query, which may contain a token. */
const originOf = (request: Request) => new URL(request.url).origin;
