import type { ImportState } from "#features/platform/imports/contract.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useMessages } from "#web/useMessages.ts";

const tones: Readonly<Record<ImportState, Tone>> = {
  uploaded: "mute",
  checking: "info",
  checked: "warn",
  importing: "info",
  imported: "ok",
  failed: "error",
};

export function StateBadge({ state }: { readonly state: ImportState }) {
  const t = useMessages("imports");
  return (
    <span>
      <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>
    </span>
  );
}
