import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { Edition, Feedback, publishingLimits, verdicts } from "#base/publishedTexts.ts";
import { commonRefusals } from "#base/refusal.ts";

type PublishingPaths = {
  /** As in its permissions. */
  readonly resource: string;
  /** Of the records. */
  readonly path: `/api/v1/${string}`;
  /** Of what readers call. */
  readonly readerPath: `/api/${string}`;
};

/** What published texts have besides the record's own operations. */
export const publishingOperations = ({ resource, path, readerPath }: PublishingPaths) => ({
  editions: operation({
    method: "GET",
    path: `${path}/{id}/editions` as const,
    reads: [{ resource, id: "id" }],
    permission: `${resource}.read` as const,
    summary: "List the earlier editions of a text, newest first",
    input: z.strictObject({ id: schemas.id() }),
    output: z.object({ editions: z.array(Edition) }),
    refusals: [commonRefusals.not_found],
  }),
  feedback: operation({
    method: "GET",
    path: `${path}/{id}/feedback` as const,
    reads: [{ resource, id: "id" }],
    permission: `${resource}.update` as const,
    summary: "List what readers said of a text, newest first",
    input: z.strictObject({ id: schemas.id() }),
    output: z.object({ feedback: z.array(Feedback), helpedCount: z.int(), stuckCount: z.int() }),
    refusals: [commonRefusals.not_found],
  }),
  giveFeedback: operation({
    method: "POST",
    path: `${readerPath}/{id}/feedback` as const,
    permission: "session",
    summary: "Say whether a text helped you; again replaces what you said. If not, its editor gets a to-do",
    input: z.strictObject({
      id: schemas.id(),
      /** Null takes it back. */
      verdict: z.nullable(z.enum(verdicts)),
      comment: z.optional(schemas.text({ max: publishingLimits.commentMax, multiline: true })),
    }),
    output: z.void(),
    reply: "empty",
    refusals: [commonRefusals.not_found],
  }),
});
