import type { FieldValues } from "react-hook-form";
import { type Impact, impactRefusals } from "#base/impact.ts";
import { Refusal } from "#base/refusal.ts";
import type { RecordSource, VersionedRecord } from "#web/record/useRecordForm.ts";

/** What saving would bring about elsewhere, and whether something else was shown a moment ago. */
export type Weighed = { readonly impact: Impact; readonly isAnew: boolean };

/** What saving would bring about waits for what the person decides. */
export type OpenImpact = Weighed & { readonly onDecide: (isSure: boolean) => void };

/** Answers whether it shall be saved all the same. */
type Weigh = (weighed: Weighed) => Promise<boolean>;

/**
 * Saves what changed. Where others rest on it, what would follow is asked first; where something does, it is shown, and only
 * that is saved. Null when the person decided to go on editing.
 */
export async function updateAsShown<Values extends FieldValues, Rec extends VersionedRecord>(
  { felt, update }: Pick<RecordSource<Values, Rec>, "felt" | "update">,
  patch: Partial<Values>,
  at: VersionedRecord,
  weigh: Weigh,
): Promise<Rec | null> {
  if (!felt?.fields.some((name) => name in patch)) return update(patch, at, {});
  const tryAndSave = async (isAnew: boolean): Promise<Rec | null> => {
    const impact = await felt.preview(patch, at);
    if (impact.consequences.some(({ count }) => count > 0) && !(await weigh({ impact, isAnew }))) return null;
    try {
      return await update(patch, at, { fingerprint: impact.fingerprint });
    } catch (error) {
      if (!isStale(error)) throw error;
      return tryAndSave(true);
    }
  };
  return tryAndSave(false);
}

const isStale = (error: unknown) => error instanceof Refusal && error.code === impactRefusals.preview_stale.code;
