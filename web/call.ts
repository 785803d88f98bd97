import {
  deleteSuffix,
  idempotencyKeyHeader,
  type Input,
  type Operation,
  type Output,
  takesBody,
} from "#base/contract.ts";
import { type FilterGroup, writeGroup } from "#base/filterGroup.ts";
import { Refusal, refusals } from "#base/refusal.ts";
import { clientTimeoutMs } from "#base/timeouts.ts";
import { type Encoding, encodeBody } from "#web/forms.ts";
import { followRedirect } from "#web/redirects.ts";
import { failureOf, unexplained } from "#web/failure.ts";

/** Sends a request to the API, wherever it runs: over the network or in this browser's worker. */
export type Transport = (request: Request) => Promise<Response>;

/** What can go wrong before the API responds. */
export const callRefusals = refusals({
  timeout: { status: 504, message: "The server didn’t answer in time." },
  unreachable: { status: 503, message: "The server can’t be reached." },
});

type CallOptions = {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** How the body is encoded; JSON by default. */
  readonly encoding?: Encoding;
};

/**
 * Sends one operation: the generic request helper of spec 000 §7. Throws a Refusal if the server responds with an
 * error, or does not respond within `timeoutMs` (default: the operation's time limit, `base/timeouts.ts`).
 */
export async function call<Op extends Operation>(
  transport: Transport,
  operation: Op,
  input: Input<Op>,
  { encoding = "json", ...options }: CallOptions = {},
): Promise<Output<Op>> {
  const response = await send(transport, requestFor(operation, input as Fields, encoding), {
    timeoutMs: clientTimeoutMs(operation),
    ...options,
  });
  if (operation.reply === "empty") return undefined as Output<Op>;
  return (await readAnswer(response)) as Output<Op>;
}

/** The response; undefined if its body is empty. A 200 with a target navigates there. */
async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw brokenOff(error);
  });
  if (text === "") return undefined;
  const answer: unknown = JSON.parse(text);
  if (response.status === 200) followRedirect(answer);
  return answer;
}

/** Why a response that had begun did not arrive whole: the caller gave up, the time was over, or the server is gone. */
function brokenOff(error: unknown): unknown {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "AbortError") return error;
  return name === "TimeoutError" ? callRefusals.timeout() : callRefusals.unreachable();
}

/** Fetches an operation that replies with a file. Neither its size nor its time is limited. */
export async function download<Op extends Operation>(
  transport: Transport,
  operation: Op,
  input: Input<Op>,
  options: Pick<CallOptions, "signal"> = {},
): Promise<File> {
  return (await downloadWithHeaders(transport, operation, input, options)).file;
}

/** The same, for operations whose headers say what the file is. */
export async function downloadWithHeaders<Op extends Operation>(
  transport: Transport,
  operation: Op,
  input: Input<Op>,
  { signal }: Pick<CallOptions, "signal"> = {},
): Promise<{ readonly file: File; readonly headers: Headers }> {
  const response = await send(transport, requestFor(operation, input as Fields), signal ? { signal } : {});
  const blob = await response.blob();
  const file = new File([blob], fileNameIn(response) ?? "export.csv", { type: blob.type });
  return { file, headers: response.headers };
}

/** The first bytes of an operation that replies with a file. The rest is not loaded. */
export async function downloadBeginning<Op extends Operation>(
  transport: Transport,
  operation: Op,
  input: Input<Op>,
  { signal, bytesMax }: Pick<CallOptions, "signal"> & { readonly bytesMax: number },
): Promise<Blob> {
  const response = await send(transport, requestFor(operation, input as Fields), signal ? { signal } : {});
  const reader = response.body!.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let left = bytesMax; left > 0; ) {
    const { value } = await reader.read();
    if (value === undefined) break;
    chunks.push(value.subarray(0, left));
    left -= value.byteLength;
  }
  await reader.cancel();
  return new Blob(chunks);
}

/** Plain, or encoded as RFC 8187 requires for names with non-ASCII characters. */
function fileNameIn({ headers }: Response): string | undefined {
  const reported = headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(reported)?.[1];
  return encoded === undefined ? /filename="([^"]+)"/.exec(reported)?.[1] : decodeURIComponent(encoded);
}

type Fields = Readonly<Record<string, unknown>>;

async function send(
  transport: Transport,
  requested: Request,
  { signal, timeoutMs = 0 }: Omit<CallOptions, "encoding">,
): Promise<Response> {
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : null;
  const signals = [signal, timeout].filter((candidate) => candidate != null);
  const sendOne = (one: Request) => transport(new Request(one, { signal: AbortSignal.any(signals) }));
  try {
    let response = await sendOne(requested);
    if (requested.method === "DELETE" && (await isMethodBlocked(response)))
      response = await sendOne(alternateDelete(requested));
    if (!response.ok) throw await failureOf(response);
    return response;
  } catch (error) {
    if (error instanceof Refusal || signal?.aborted) throw error;
    throw timeout?.aborted ? callRefusals.timeout() : callRefusals.unreachable();
  }
}

/** A proxy or firewall blocks DELETE: a refusal by the API itself would have a code. */
const isMethodBlocked = async (response: Response): Promise<boolean> =>
  [403, 405, 501].includes(response.status) && (await failureOf(response.clone())).code === unexplained;

/** The alternate delete path (spec 000 §7). The API accepts it for every DELETE (`api/router.ts`). */
function alternateDelete({ url, headers }: Request): Request {
  const alternate = new URL(url);
  alternate.pathname += deleteSuffix;
  return new Request(alternate, { method: "POST", headers });
}

/** A fault and not a decision of the server: the server, the network or this page failed. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof Refusal) || ["internal", "timeout", "unreachable", unexplained].includes(error.code);

/** The server or the network failed, so a retry may succeed. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429;

/**
 * No response came from the server: it, the network or this page failed, or it asked to wait. Says nothing about
 * whether the request is valid.
 */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof Refusal) || [429, 502, 503, 504].includes(error.status);

/** The request for this input: path parameters, `If-Match`, then query or body (`Operation`). */
export function requestFor(operation: Operation, input: Fields, encoding: Encoding = "json"): Request {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return String(value);
  };
  const headers = new Headers();
  // Sent through the session's transport.
  if (operation.readsToken) take("token");
  const isVersioned = operation.versioned === true || (operation.versioned && rest.has("version"));
  if (isVersioned) headers.set("if-match", `"${take("version")}"`);
  const raw = takeRaw(operation, rest);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(take(name)));
  const url = new URL(path, globalThis.location?.origin ?? "http://localhost");
  const inQuery = !takesBody(operation) || raw !== null;
  if (inQuery) {
    for (const [name, value] of rest)
      for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, queryText(one));
  }
  // A repeated request has the key of the first.
  if (operation.idempotencyKey === "required") headers.set(idempotencyKeyHeader, crypto.randomUUID());
  // JSON even without a body (spec 000 §7).
  const json = { body: null, type: "application/json" };
  const sent = raw ?? (inQuery ? json : encodeBody(Object.fromEntries(rest), encoding));
  if (sent.type !== null) headers.set("content-type", sent.type);
  return new Request(url, { method: operation.method, headers, body: sent.body });
}

/** Groups of filters are queries of their own. */
const queryText = (value: string | number | boolean | FilterGroup) =>
  typeof value === "object" ? writeGroup(value) : String(value);

/** The field that is sent as the whole body, if the operation has one. */
function takeRaw({ body }: Operation, rest: Map<string, unknown>) {
  if (body !== "text" && body !== "bytes") return null;
  const field = rest.get(body);
  rest.delete(body);
  return body === "text"
    ? { type: "text/plain;charset=utf-8", body: String(field) }
    : { type: "application/octet-stream", body: field as Uint8Array<ArrayBuffer> };
}
