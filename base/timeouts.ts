import type * as z from "zod/mini";
import type { Operation } from "#base/contract.ts";
import { minuteMs, secondMs } from "#base/time.ts";

// One table for both sides: the server may work as long as the client waits, and no longer.

const usualMs = 4 * secondMs; // spec 000 §9
/** A preview makes the change and rolls it back, and 10,000 records in one transaction take seconds. */
const previewedMs = 30 * secondMs;
/** For sending a file over a slow connection. */
const transferMs = 5 * minuteMs;
/** The time that a response takes to reach the client. */
const marginMs = 200;

/** How long a client waits for the response to this operation. */
export const clientTimeoutMs = (operation: Operation): number =>
  isUpload(operation) ? transferMs : timeoutOf(operation);

/** How long the server may work after it has received the whole request. Then uncommitted work is rolled back. */
export const serverTimeoutMs = (operation: Operation): number =>
  (isUpload(operation) ? previewedMs : timeoutOf(operation)) - marginMs;

const isUpload = ({ body }: Operation): boolean => body === "bytes" || body === "text";

/** Whether the operation takes no longer than the usual limit. */
export const isUsualTime = (operation: Operation): boolean => !isUpload(operation) && timeoutOf(operation) <= usualMs;

function timeoutOf(operation: Operation): number {
  if (operation.timeoutMs !== undefined) return operation.timeoutMs;
  return isPreviewed(operation) ? previewedMs : usualMs;
}

/** Previews return a fingerprint, and previewed changes send it back. */
const isPreviewed = ({ input, output }: Operation): boolean => hasFingerprint(input) || hasFingerprint(output);

const hasFingerprint = (schema: z.core.$ZodType): boolean =>
  "fingerprint" in ((schema._zod.def as { shape?: object }).shape ?? {});
