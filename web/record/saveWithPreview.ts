import { type Impact, impactRefusals } from "#base/impact.ts";
import { Refusal } from "#base/refusal.ts";

type At = { readonly id: string; readonly version: number };

/** Fields that others rest on, and what would follow elsewhere from a change of them. Refuses as the change does. */
export type Felt<Values> = {
  readonly fields: readonly (keyof Values)[];
  readonly preview: (patch: Partial<Values>, at: At) => Promise<Impact>;
};

/**
 * The preview that the user saw: if the impact differs by now, saving is refused with `preview_stale`. With the reason,
 * if products lose a requirement.
 */
export type AsShown = { readonly fingerprint?: string; readonly reason?: string };

type Source<Values, Rec> = {
  readonly felt?: Felt<Values>;
  readonly update: (patch: Partial<Values>, at: At, asShown: AsShown) => Promise<Rec>;
};

/** What saving would bring about elsewhere, and whether something else was shown a moment ago. */
export type Weighed = { readonly impact: Impact; readonly isAnew: boolean };

/** What saving would bring about waits for what the person decides. */
export type OpenImpact = Weighed & { readonly onDecide: (answer: WeighAnswer) => void };

/** Whether to save anyway. A reason, if one is needed, means yes. */
export type WeighAnswer = boolean | { readonly reason: string };
type Weigh = (weighed: Weighed) => Promise<WeighAnswer>;

/**
 * Saves what changed. Where others rest on it, what would follow is asked first; where something does, it is shown, and only
 * that is saved. Null when the person decided to go on editing.
 */
export async function saveWithPreview<Values, Rec>(
  { felt, update }: Source<Values, Rec>,
  patch: Partial<Values>,
  at: At,
  weigh: Weigh,
): Promise<Rec | null> {
  if (!felt?.fields.some((name) => name in patch)) return update(patch, at, {});
  const tryAndSave = async (isAnew: boolean): Promise<Rec | null> => {
    const impact = await felt.preview(patch, at);
    const hasImpact = impact.consequences.some(({ count }) => count > 0);
    const answer = !hasImpact || (await weigh({ impact, isAnew }));
    if (answer === false) return null;
    try {
      return await update(patch, at, {
        fingerprint: impact.fingerprint,
        ...(answer === true ? {} : { reason: answer.reason }),
      });
    } catch (error) {
      if (!isStale(error)) throw error;
      return tryAndSave(true);
    }
  };
  return tryAndSave(false);
}

const isStale = (error: unknown) => error instanceof Refusal && error.code === impactRefusals.preview_stale.code;
