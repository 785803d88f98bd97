import * as z from "zod/mini";
import { bodyBytesMax, type Operation, takesBody } from "#base/contract.ts";
import { lastEventHeader } from "#base/eventCursor.ts";
import { commonRefusals } from "#base/refusal.ts";
import { coerced, wireType } from "#base/wireTypes.ts";
import { callerToken } from "#api/callerToken.ts";
import { inputRefusal, unknownField, wordIssue } from "#api/inputErrors.ts";
import { isForm, readForm } from "#api/readForm.ts";
import { requireStorable } from "#api/storable.ts";

type Fields = Record<string, unknown>;

/**
 * The operation's input from path, query, body and `If-Match`, checked by its schema.
 *
 * Refuses with `malformed_json`, `malformed_form`, `form_from_elsewhere`, `unsupported_body`, `body_too_large`,
 * `body_too_deep`, `version_required`, `unknown_field` or `invalid_input`.
 */
export async function readInput(
  operation: Operation,
  request: Request,
  parameters: Record<string, string>,
): Promise<unknown> {
  const query = request.url.includes("?") ? readQuery(new URL(request.url).searchParams) : {};
  const inBody = takesBody(operation) && (operation.body ?? "json") === "json";
  const sent = !inBody
    ? coerce(operation, query)
    : isForm(request)
      ? coerce(operation, await readForm(request, await readWhole(operation, request)))
      : await readJson(operation, request);
  const placed: Fields = coerce(operation, parameters);
  if (operation.body === "text") placed.text = await readDeclared(operation, request);
  if (operation.body === "bytes") placed.bytes = await readWhole(operation, request);
  if (operation.versioned === true || (operation.versioned && request.headers.has("if-match")))
    placed.version = readVersion(request);
  if (operation.readsToken) placed.token = callerToken(request.headers) ?? "";
  const lastEventId = request.headers.get(lastEventHeader);
  if (operation.reply === "events" && lastEventId !== null) placed.lastEventId = lastEventId;
  // Each field has one place: an id in the body could contradict the one in the path.
  const misplaced = Object.keys(placed).filter((name) => Object.hasOwn(sent, name));
  if (misplaced.length > 0) throw unknownField(misplaced);
  return checkInput(operation, { ...sent, ...placed });
}

/** Checks an input by its operation’s schema. Refuses with `unknown_field` or `invalid_input`. */
export function checkInput(operation: Operation, input: Fields): unknown {
  const result = z.safeParse(operation.input, input, { error: wordIssue });
  if (!result.success) throw inputRefusal(result.error.issues);
  // A text body is a file, and its reader reports the line of each problem.
  requireStorable(operation.body === "text" ? { ...(result.data as Fields), text: "" } : result.data);
  return result.data;
}

function readQuery(query: URLSearchParams): Fields {
  // From entries, because assigning `__proto__` would not make a field of it.
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

async function readJson(operation: Operation, request: Request): Promise<Fields> {
  const text = await readText(operation, request, { fatal: true });
  if (text.trim() === "") return {};
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) throw commonRefusals.unsupported_body();
  const body = parseJson(text);
  if (isDeeper(body, depthMax)) throw commonRefusals.body_too_deep({ limit: depthMax });
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Fields;
  throw commonRefusals.invalid_input({}, [{ path: "", code: "object_expected", message: "Send a JSON object." }]);
}

/** Far above any contract. Deeper values could overflow the stack of recursive code. */
const depthMax = 32;

/** Recurses no deeper than `levels`. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw commonRefusals.malformed_json();
  }
}

/**
 * Decodes a text with the charset that its sender declares, such as `text/csv; charset=windows-1256`. UTF-8 by default.
 */
async function readDeclared(operation: Operation, request: Request): Promise<string> {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers.get("content-type") ?? "")?.[1] ?? "utf-8";
  const decoder = decoderOf(charset);
  return decoder.decode(await readWhole(operation, request));
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // Decoding with another charset would change the letters.
    throw commonRefusals.unsupported_body();
  }
}

/** Bytes that are not UTF-8 are refused where they would be stored as other characters. */
async function readText(operation: Operation, request: Request, { fatal }: { fatal: boolean }): Promise<string> {
  const bytes = await readWhole(operation, request);
  try {
    return new TextDecoder("utf-8", { fatal }).decode(bytes);
  } catch {
    throw commonRefusals.malformed_json();
  }
}

/** A compressed body is refused: it could decompress to any size. */
async function readWhole(operation: Operation, request: Request): Promise<Uint8Array> {
  if ((request.headers.get("content-encoding") ?? "identity") !== "identity") throw commonRefusals.unsupported_body();
  return readBytes(request, operation.bodyBytesMax ?? bodyBytesMax);
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > limit) throw commonRefusals.body_too_large({ limit });
  // HTTP holds a sender to the declared length, so the body can be read whole, which saves creating a stream.
  const bytes = declared === null ? await readCounting(request, limit) : new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > limit) throw commonRefusals.body_too_large({ limit });
  return bytes;
}

async function readCounting(request: Request, limit: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > limit) throw commonRefusals.body_too_large({ limit });
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function readVersion(request: Request): number {
  const tag = /^(?:W\/)?"(\d{1,9})"$/.exec(request.headers.get("if-match") ?? "");
  if (!tag) throw commonRefusals.version_required();
  return Number(tag[1]);
}

/** Fields of a query or a path, as the operation's schema expects them (`base/wireTypes.ts`). */
function coerce(operation: Operation, fields: Fields): Fields {
  const wanted = typesOf(operation);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, coerced(wanted.get(name), value)]));
}

const typesByOperation = new WeakMap<Operation, ReadonlyMap<string, string>>();

function typesOf(operation: Operation): ReadonlyMap<string, string> {
  const known = typesByOperation.get(operation);
  if (known) return known;
  const shape = (operation.input._zod.def as { shape?: Record<string, z.core.$ZodType> }).shape ?? {};
  const types = new Map(Object.entries(shape).map(([name, schema]) => [name, wireType(schema)]));
  typesByOperation.set(operation, types);
  return types;
}
