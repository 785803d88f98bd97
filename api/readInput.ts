import * as z from "zod/mini";
import { bodyBytesMax, type Operation } from "#base/contract.ts";
import { commonRefusals, type FieldError } from "#base/refusal.ts";

type Fields = Record<string, unknown>;

/**
 * The operation's input from path, query, body and `If-Match`, checked by its schema.
 *
 * Refuses with `malformed_json`, `unsupported_body`, `body_too_large`, `version_required`, `unknown_field` or `invalid_input`.
 */
export async function readInput(
  operation: Operation,
  request: Request,
  parameters: Record<string, string>,
): Promise<unknown> {
  const query = new URL(request.url).searchParams;
  const inBody = operation.method !== "GET" && operation.method !== "DELETE";
  const fields: Fields =
    inBody && operation.body !== "text" ? await readJson(operation, request) : coerce(operation, readQuery(query));
  if (operation.body === "text") fields.text = await readText(operation, request);
  if (operation.versioned) fields.version = readVersion(request);
  const result = z.safeParse(operation.input, { ...fields, ...coerce(operation, parameters) });
  if (result.success) return result.data;
  throw inputRefusal(result.error.issues);
}

function readQuery(query: URLSearchParams): Fields {
  const fields: Fields = Object.create(null) as Fields;
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    fields[name] = values.length === 1 ? values[0] : values;
  }
  return fields;
}

async function readJson(operation: Operation, request: Request): Promise<Fields> {
  const text = await readText(operation, request);
  if (text.trim() === "") return {};
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) throw commonRefusals.unsupported_body();
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw commonRefusals.malformed_json();
  return body as Fields;
}

function parseJson(text: string): unknown {
  try {
    // `__proto__` in a body would become the object's prototype on the next copy (reliability H11).
    return JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value));
  } catch {
    throw commonRefusals.malformed_json();
  }
}

/** Counts while reading, because a length header may be missing or lie. */
async function readText(operation: Operation, request: Request): Promise<string> {
  // A kilobyte may unpack to a gigabyte (reliability R24).
  if (request.headers.has("content-encoding")) throw commonRefusals.unsupported_body();
  const limit = operation.bodyBytesMax ?? bodyBytesMax;
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw commonRefusals.body_too_large({ limit });
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw commonRefusals.body_too_large({ limit });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function readVersion(request: Request): number {
  const tag = /^(?:W\/)?"(\d{1,9})"$/.exec(request.headers.get("if-match") ?? "");
  if (!tag) throw commonRefusals.version_required();
  return Number(tag[1]);
}

/**
 * Queries and paths carry only text. What the schema wants as a number, a boolean or a list becomes one here,
 * so that contracts stay plain; what does not look like one stays text and is refused by the schema.
 */
function coerce(operation: Operation, fields: Fields): Fields {
  const wanted = typesOf(operation);
  const coerced: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    const type = wanted.get(name);
    if (type === "array") coerced[name] = Array.isArray(value) ? value : [value];
    else if (type === "number" && typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value))
      coerced[name] = Number(value);
    else if (type === "boolean" && (value === "true" || value === "false")) coerced[name] = value === "true";
    else coerced[name] = value;
  }
  return coerced;
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

function wireType(schema: z.core.$ZodType): string {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType; values?: readonly unknown[] };
  if (def.innerType) return wireType(def.innerType);
  if (def.type === "literal") return typeof def.values?.[0];
  return def.type === "int" ? "number" : def.type;
}

function inputRefusal(issues: readonly z.core.$ZodIssue[]) {
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys");
  const errors = issues.flatMap(fieldErrors);
  return unknown ? commonRefusals.unknown_field({}, errors) : commonRefusals.invalid_input({}, errors);
}

/** A message a person can act on stands in the screens' words under `code`; the English here is for other callers. */
function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join("."),
      code: "unknown_field",
      message: `"${key}" is not known here.`,
    }));
  }
  const { code, message, path: _path, input: _input, ...params } = issue as z.core.$ZodIssue & Record<string, unknown>;
  return [{ path, code: fieldCode(code, message), message: message, params: plain(params) }];
}

/** Our own checks put their code where zod puts its message. */
const fieldCode = (code: string, message: string) => (/^[a-z_]+$/.test(message) ? message : code);

const plain = (params: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(params).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)),
  );
