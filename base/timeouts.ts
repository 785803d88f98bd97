import type * as z from "zod/mini";
import type { Operation } from "#base/contract.ts";
import { minuteMs, secondMs } from "#base/time.ts";

// One table for both sides: as long as the client waits, the server may work, and not a moment longer.

const usualMs = 4 * secondMs; // spec 000 §9
/** A preview makes the change and rolls it back, and ten thousand records in one transaction take seconds. */
const previewedMs = 30 * secondMs;
/** For sending a file over a slow line. */
const transferMs = 5 * minuteMs;
/** The answer is on its way to the client meanwhile. */
const marginMs = 200;

/** How long a client waits for the answer to this operation. */
export const clientTimeoutMs = (operation: Operation): number =>
  isUpload(operation) ? transferMs : timeoutOf(operation);

/** How long the server may work on it once the whole request is there. What is not committed by then is rolled back. */
export const serverTimeoutMs = (operation: Operation): number =>
  (isUpload(operation) ? previewedMs : timeoutOf(operation)) - marginMs;

const isUpload = ({ body }: Operation): boolean => body === "bytes" || body === "text";

/** Not more than a page may take. */
export const isUsualTime = (operation: Operation): boolean => !isUpload(operation) && timeoutOf(operation) <= usualMs;

function timeoutOf(operation: Operation): number {
  if (operation.timeoutMs !== undefined) return operation.timeoutMs;
  return isPreviewed(operation) ? previewedMs : usualMs;
}

/** Previews answer a fingerprint, and the changes that were previewed are sent with it. */
const isPreviewed = ({ input, output }: Operation): boolean => hasFingerprint(input) || hasFingerprint(output);

const hasFingerprint = (schema: z.core.$ZodType): boolean =>
  "fingerprint" in ((schema._zod.def as { shape?: object }).shape ?? {});
