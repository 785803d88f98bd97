import * as z from "zod/mini";
import type { Operation } from "#base/contract.ts";
import { replayedHeader } from "#base/idempotency.ts";
import { cursorHeader } from "#base/eventCursor.ts";
import type { Refusal } from "#base/refusal.ts";
import { chunkStream } from "#api/chunkStream.ts";
import type { Actor, Ctx, RateLimit } from "#api/context.ts";
import { rightsHeader, rightsTag } from "#api/rightsTag.ts";
import type { FileAnswer } from "#api/files.ts";
import type { RecordAnswer } from "#api/serve.ts";
import type { TableFile } from "#api/tableFile.ts";
import { tableResponse } from "#api/tableResponse.ts";

const privately = { "cache-control": "no-store" };

/** Every response passes the operation's output schema, so a new column does not leak (reliability R14). */
export async function successResponse(
  operation: Operation,
  answer: unknown,
  ctx: Ctx,
  request: Request,
): Promise<Response> {
  const headers = headersFor(ctx);
  if (operation.reply === "empty") return new Response(null, { status: 200, headers });
  if (operation.reply === "csv") return tableResponse(answer as TableFile, ctx, request, headers);
  if (operation.reply === "file") return fileResponse(answer as FileAnswer, ctx, request, headers);
  if (operation.reply === "events") return eventsResponse(answer as ReadableStream<Uint8Array<ArrayBuffer>>, headers);
  if (operation.reply === "record") return recordResponse(operation, answer as RecordAnswer<unknown>, headers);
  const body = z.parse(operation.output, answer);
  return jsonResponse(body, 200, { ...headers, ...versionTag(body) });
}

/** The answer to a call with an `Idempotency-Key`. It passed the operation's schema before it was stored. */
export const keyedResponse = (
  body: unknown,
  { status, isReplayed }: { readonly status: number; readonly isReplayed: boolean },
  ctx: Ctx,
): Response => {
  const replayed = isReplayed ? { [replayedHeader]: "true" } : {};
  return jsonResponse(body, status, { ...headersFor(ctx), ...versionTag(body), ...replayed });
};

const headersFor = ({ requestId, actor, eventCursor }: Ctx): Record<string, string> => ({
  ...privately,
  "x-request-id": requestId,
  ...callerHeaders(actor),
  ...(eventCursor === undefined ? {} : { [cursorHeader]: eventCursor }),
});

/** Proxies that collect a response before they pass it on would keep the frames back. */
const eventsResponse = (body: ReadableStream<Uint8Array<ArrayBuffer>>, headers: Record<string, string>) =>
  new Response(body, { headers: { ...headers, "content-type": "text/event-stream", "x-accel-buffering": "no" } });

/**
 * The members of RFC 9457, and what the original's client reads: the top-level `message`, else `errors[0].message`
 * (spec 000 §8).
 */
export function refusalResponse(refusal: Refusal, requestId: string, actor: Actor | null = null): Response {
  const { code, status, message, details, errors } = refusal;
  const retryAfter = details.retryAfterSeconds;
  const headers = {
    ...privately,
    "x-request-id": requestId,
    ...rateLimitHeaders(details.rateLimit as RateLimit | undefined),
    ...callerHeaders(actor),
    ...(retryAfter === undefined ? {} : { "retry-after": `${Number(retryAfter)}` }),
  };
  return jsonResponse({ status, code, message, errors, details, requestId }, status, headers);
}

const encoder = new TextEncoder();

/**
 * Like `Response.json`, which creates a Headers object that the Node host would have to take apart again, and with the
 * length, without which the host would compress even the smallest answer.
 */
function jsonResponse(body: unknown, status: number, headers: Readonly<Record<string, string>>): Response {
  const text = JSON.stringify(body);
  const length = `${encoder.encode(text).byteLength}`;
  return new Response(text, {
    status,
    headers: { "content-type": "application/json", "content-length": length, ...headers },
  });
}

/** Extra headers for a known caller: the calls left for an API key, and whether the rights of a user changed. */
function callerHeaders(actor: Actor | null): Record<string, string> {
  if (actor === null) return {};
  return actor.kind === "user" ? { [rightsHeader]: rightsTag(actor) } : rateLimitHeaders(actor.rateLimit);
}

/** Spelled as in draft-ietf-httpapi-ratelimit-headers-07; the reset is in seconds from now. */
function rateLimitHeaders(rateLimit: RateLimit | undefined): Record<string, string> {
  if (rateLimit === undefined) return {};
  const { limit, remaining, resetSeconds } = rateLimit;
  return { "ratelimit-limit": `${limit}`, "ratelimit-remaining": `${remaining}`, "ratelimit-reset": `${resetSeconds}` };
}

const versionTag = (body: unknown) =>
  typeof body === "object" && body !== null && "version" in body ? { etag: `"${String(body.version)}"` } : {};

/** A missing record is not an error for the calls of spec 001; a header informs callers who need to know (D-2). */
function recordResponse(operation: Operation, { body, version }: RecordAnswer<unknown>, headers: object): Response {
  const reported = version === null ? { "x-record-missing": "1" } : { etag: `"${version}"` };
  return jsonResponse(z.parse(operation.output, body), 200, { ...headers, ...reported });
}

/**
 * A file from a user. It must never be rendered as a page of ours: the name is encoded text, the type was detected from
 * the bytes, and opened on its own it runs nothing (reliability R22). Caches may not share it.
 */
async function fileResponse(
  file: FileAnswer,
  ctx: Ctx,
  request: Request,
  headers: Record<string, string>,
): Promise<Response> {
  const tag = `"${file.tag}"`;
  const kept = {
    ...headers,
    ...file.headers,
    "cache-control": "private, no-cache",
    vary: "x-access-token, authorization",
    etag: tag,
  };
  if (request.headers.get("if-none-match") === tag) return new Response(null, { status: 304, headers: kept });
  const content = await file.read();
  if (content === null) throw new Error("the store lacks the bytes of a file that is in the database");
  const isWhole = content instanceof Uint8Array;
  const body = isWhole
    ? (content as Uint8Array<ArrayBuffer>)
    : await chunkStream(content.chunks, ctx, "file broke off");
  return new Response(body, {
    headers: {
      ...kept,
      "content-type": file.mediaType,
      "content-length": `${isWhole ? content.byteLength : content.byteCount}`,
      "content-disposition": `${file.disposition}; filename*=UTF-8''${encodedName(file.fileName)}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    },
  });
}

/** RFC 8187 encoding for names beyond ASCII. */
const encodedName = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
