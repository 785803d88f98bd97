import { publishedFields } from "#base/publishedTexts.ts";
import type { ValuesOf } from "#base/records/fields.ts";

export const topics = ["sign_in", "retailers", "promocodes", "cashback", "certificates", "privacy"] as const;
export type Topic = (typeof topics)[number];

/** `title` is the question and `body` the answer. */
export const answerFields = publishedFields(topics);
export interface AnswerInput extends ValuesOf<typeof answerFields> {}
