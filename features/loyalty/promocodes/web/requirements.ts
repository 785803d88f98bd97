import type { Promocode } from "#features/loyalty/promocodes/contract.ts";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { promocodeLifecycle } from "#features/loyalty/promocodes/lifecycle.ts";
import { type Requirements, submitRequirements } from "#web/records/requirements.ts";

/** What a draft must have to be submitted. */
export const requirements: Requirements<PromocodeInput, Promocode> = submitRequirements(promocodeLifecycle, {
  to: "pending_approval",
  statusOf: ({ status }) => status,
  factsOf: ({ codeMode, sharedCode }) => ({ codeMode, sharedCode }),
  bare: { sharedCode: null },
  places: { code_missing: { fields: ["sharedCode"] } },
});
