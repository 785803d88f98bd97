import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import type { FieldError } from "#base/refusal.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import { Terms } from "#features/loyalty/promocodes/rules/terms.ts";

/** One code for everybody, a code for each use, or none: it applies by itself. */
export const codeModes = ["shared", "unique", "automatic"] as const;

export const promocodeLimits = { nameMax: 120, sharedCode: { min: 4, max: 40 }, reasonMax: 500 } as const;

const sharedCode = schemas.text({ max: promocodeLimits.sharedCode.max }).check(
  z.refine((code) => codeKey(code).length >= promocodeLimits.sharedCode.min, { error: "code_too_short", abort: true }),
  z.refine((code) => /^[A-Z0-9]+$/.test(codeKey(code)), { error: "code_letters" }),
);

/** A tenth off the whole order: what the form of a new promocode begins with. */
const emptyTerms: Terms = {
  currency: "GBP",
  effect: { kind: "percent", bps: 1000, maxMinor: null },
  conditions: [],
  window: {
    startsAt: "2026-01-01T00:00:00.000Z",
    endsAt: null,
    timeZone: "UTC",
    weekdays: null,
    hours: null,
    hijri: null,
  },
  limits: {
    total: null,
    perCode: null,
    perMember: [{ period: "campaign", uses: 1 }],
    perRetailer: null,
    perLocation: null,
    budgetMinor: null,
  },
  stacking: { group: null, isExclusive: false, priority: 0 },
  funding: { brandBps: 10_000, retailerBps: 0, platformBps: 0 },
};

export const promocodeFields = fields(
  {
    name: field.text({ required: true, min: 2, max: promocodeLimits.nameMax }),
    nameI18n: field.translations("name", { max: promocodeLimits.nameMax }),
    /** Null: the platform's own. */
    ownerBrandId: field.custom<string | null>(z.nullable(schemas.id()), null, { answer: z.nullable(z.string()) }),
    codeMode: field.choice(codeModes, { initial: "shared" }),
    /** As it is printed. */
    sharedCode: field.custom<string | null>(z.nullable(sharedCode), null, {
      kind: "code",
      answer: z.nullable(z.string()),
    }),
    terms: field.custom<Terms>(Terms, emptyTerms),
  },
  { errorsOf: promocodeErrors },
);
export interface PromocodeInput extends ValuesOf<typeof promocodeFields> {}

type CodeFields = { readonly codeMode: string; readonly sharedCode: string | null };

function promocodeErrors({ codeMode, sharedCode: code }: CodeFields): FieldError[] {
  return codeMode === "shared" || code === null
    ? []
    : [
        {
          path: "sharedCode",
          code: "code_not_shared",
          message: "Only promocodes with a shared code have one.",
        },
      ];
}
