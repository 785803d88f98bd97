import { type Impact, impactRefusals } from "#base/impact.ts";
import { Refusal } from "#base/refusal.ts";

type At = { readonly id: string; readonly version: number };

/** Fields that other areas depend on, and the preview of a change's impact. The preview refuses as the change does. */
export type WithImpact<Values> = {
  readonly fields: readonly (keyof Values)[];
  readonly preview: (patch: Partial<Values>, at: At) => Promise<Impact>;
};

/**
 * The preview that the user saw: if the impact has changed since, saving is refused with `preview_stale`. With the
 * reason, if products lose a requirement.
 */
export type PreviewToken = { readonly fingerprint?: string; readonly reason?: string };

type Source<Values, Rec> = {
  readonly withImpact?: WithImpact<Values>;
  readonly update: (patch: Partial<Values>, at: At, asShown: PreviewToken) => Promise<Rec>;
};

/** The impact of saving, and whether the user saw an outdated preview before. */
export type ImpactPreview = { readonly impact: Impact; readonly isAnew: boolean };

/** An open confirmation, which waits for the user's decision. */
export type OpenImpact = ImpactPreview & { readonly onDecide: (answer: ImpactDecision) => void };

/** Whether to save. A reason, where one is needed, means yes. */
export type ImpactDecision = boolean | { readonly reason: string };
type ConfirmImpact = (impactPreview: ImpactPreview) => Promise<ImpactDecision>;

/**
 * Saves the changes. If other areas depend on a changed field, requests the impact first; if there is any, shows it and
 * saves exactly that. Null if the user decided to go on editing.
 */
export async function saveWithPreview<Values, Rec>(
  { withImpact, update }: Source<Values, Rec>,
  patch: Partial<Values>,
  at: At,
  confirmImpact: ConfirmImpact,
): Promise<Rec | null> {
  if (!withImpact?.fields.some((name) => name in patch)) return update(patch, at, {});
  const tryAndSave = async (isAnew: boolean): Promise<Rec | null> => {
    const impact = await withImpact.preview(patch, at);
    const hasImpact = impact.consequences.some(({ count }) => count > 0);
    const answer = !hasImpact || (await confirmImpact({ impact, isAnew }));
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
