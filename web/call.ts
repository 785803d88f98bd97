import { deleteSuffix, type Input, type Operation, type Output, takesBody } from "#base/contract.ts";
import { Refusal, refusals } from "#base/refusal.ts";
import { clientTimeoutMs } from "#base/timeouts.ts";
import { type Encoding, encodeBody } from "#web/forms.ts";
import { followRedirect } from "#web/redirects.ts";
import { failureOf, unexplained } from "#web/failure.ts";

/** Sends a request to the API, wherever it runs: over the network or in this browser's worker. */
export type Transport = (request: Request) => Promise<Response>;

/** What can go wrong before the API answers. */
export const callRefusals = refusals({
  timeout: { status: 504, message: "The server did not answer in time." },
  unreachable: { status: 503, message: "The server cannot be reached." },
});

type CallOptions = {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** How the body travels; JSON unless told. */
  readonly encoding?: Encoding;
};

/**
 * Sends one operation: the generic request helper of spec 000 §7. Throws Refusal when the server answers with an error,
 * or does not answer within `timeoutMs`, by default the operation's time limit (`base/timeouts.ts`).
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

/** What was answered; nothing where the body is empty. A 200 with a target leads there. */
async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  const answer: unknown = JSON.parse(text);
  if (response.status === 200) followRedirect(answer);
  return answer;
}

/** Fetches an operation that replies with a file. Its size is not bounded, so neither is its time. */
export async function download<Op extends Operation>(
  transport: Transport,
  operation: Op,
  input: Input<Op>,
  { signal }: Pick<CallOptions, "signal"> = {},
): Promise<File> {
  const response = await send(transport, requestFor(operation, input as Fields), signal ? { signal } : {});
  const blob = await response.blob();
  return new File([blob], fileNameIn(response) ?? "export.csv", { type: blob.type });
}

/** Plain, or encoded as RFC 8187 has it for names that people made. */
function fileNameIn({ headers }: Response): string | undefined {
  const told = headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(told)?.[1];
  return encoded === undefined ? /filename="([^"]+)"/.exec(told)?.[1] : decodeURIComponent(encoded);
}

type Fields = Readonly<Record<string, unknown>>;

async function send(
  transport: Transport,
  asked: Request,
  { signal, timeoutMs = 0 }: Omit<CallOptions, "encoding">,
): Promise<Response> {
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : null;
  const signals = [signal, timeout].filter((candidate) => candidate != null);
  const sendOne = (one: Request) => transport(new Request(one, { signal: AbortSignal.any(signals) }));
  try {
    let response = await sendOne(asked);
    if (asked.method === "DELETE" && (await isMethodBlocked(response)))
      response = await sendOne(alternateDelete(asked));
    if (!response.ok) throw await failureOf(response);
    return response;
  } catch (error) {
    if (error instanceof Refusal || signal?.aborted) throw error;
    throw timeout?.aborted ? callRefusals.timeout() : callRefusals.unreachable();
  }
}

/** Something on the way lets no DELETE through. The API itself would say so by a code. */
const isMethodBlocked = async (response: Response): Promise<boolean> =>
  [403, 405, 501].includes(response.status) && (await failureOf(response.clone())).code === unexplained;

/** The alternate delete path (spec 000 §7), which every DELETE of the API answers as well (api/addresses.ts). */
function alternateDelete({ url, headers }: Request): Request {
  const alternate = new URL(url);
  alternate.pathname += deleteSuffix;
  return new Request(alternate, { method: "POST", headers });
}

/** Nobody decided so: the server or the way to it failed, or this page did. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof Refusal) || ["internal", "timeout", "unreachable", unexplained].includes(error.code);

/** The server or the way to it failed, and another try may do better. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429;

/** No answer of the server came: it, the way to it or this page failed, or it asked to wait. Says nothing about the call. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof Refusal) || [429, 502, 503, 504].includes(error.status);

/** The request that carries this input: path parameters, `If-Match`, then query or body (`Operation`). */
export function requestFor(operation: Operation, input: Fields, encoding: Encoding = "json"): Request {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return String(value);
  };
  const headers = new Headers();
  // The session's transport carries it.
  if (operation.readsToken) take("token");
  const isVersioned = operation.versioned === true || (operation.versioned && rest.has("version"));
  if (isVersioned) headers.set("if-match", `"${take("version")}"`);
  const raw = takeRaw(operation, rest);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(take(name)));
  const url = new URL(path, globalThis.location?.origin ?? "http://localhost");
  const inQuery = !takesBody(operation) || raw !== null;
  if (inQuery) {
    for (const [name, value] of rest)
      for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one));
  }
  // JSON also where there is no body (spec 000 §7).
  const json = { body: null, type: "application/json" };
  const sent = raw ?? (inQuery ? json : encodeBody(Object.fromEntries(rest), encoding));
  if (sent.type !== null) headers.set("content-type", sent.type);
  return new Request(url, { method: operation.method, headers, body: sent.body });
}

/** The field that is the body itself, where the operation has one. */
function takeRaw({ body }: Operation, rest: Map<string, unknown>) {
  if (body !== "text" && body !== "bytes") return null;
  const field = rest.get(body);
  rest.delete(body);
  return body === "text"
    ? { type: "text/plain;charset=utf-8", body: String(field) }
    : { type: "application/octet-stream", body: field as Uint8Array<ArrayBuffer> };
}
