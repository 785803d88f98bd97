import type { EffectiveState } from "#features/halal/certificates/contract/vocabulary.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useMessages } from "#web/useMessages.ts";

const tones: Readonly<Record<EffectiveState, Tone>> = {
  draft: "mute",
  submitted: "info",
  changes_requested: "warn",
  rejected: "error",
  upcoming: "info",
  valid: "ok",
  expiring: "warn",
  expired: "error",
  suspended: "error",
  withdrawn: "error",
  superseded: "mute",
};

/** What a certificate is at this moment. */
export function StateBadge({ state }: { readonly state: EffectiveState }) {
  const t = useMessages("certificates");
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}
