import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";

/** Two letters are the first that narrow anything. */
export const searchMin = 2;
/** How many records the palette suggests (shell.md 2). */
export const foundMax = 6;
/** How many opened records are looked up; some may be gone, or of areas that are not searched. */
export const recentMax = 12;

/** A record as the palette suggests it. */
export const FoundRecord = z.object({
  resource: z.string(),
  id: fields.id(),
  title: z.string(),
  titleI18n: z.record(z.string(), z.string()),
  subtitle: z.string(),
  url: z.string(),
});
export type FoundRecord = z.output<typeof FoundRecord>;

export const search = {
  find: operation({
    method: "GET",
    path: "/api/v1/search",
    permission: "session",
    summary:
      "Brands, products, certificates, retailers, users, promocodes and redemptions by name, code, GTIN, number, email or receipt, as far as the caller may list them, or the records of a list of IDs",
    input: z.strictObject({
      q: z.optional(fields.looseText({ max: 200 })),
      /** Instead of a text: records that the caller has opened before. */
      ids: z.optional(z.array(fields.id()).check(z.minLength(1), z.maxLength(recentMax))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(foundMax)), foundMax),
    }),
    output: z.object({ rows: z.array(FoundRecord) }),
    pace: "search",
  }),
};
