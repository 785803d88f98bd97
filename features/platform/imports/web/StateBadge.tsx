import type { ImportState } from "#features/platform/imports/contract.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useWords } from "#web/useWords.ts";

const tones: Readonly<Record<ImportState, Tone>> = {
  uploaded: "mute",
  checking: "info",
  checked: "warn",
  importing: "info",
  imported: "ok",
  failed: "error",
};

export function StateBadge({ state }: { readonly state: ImportState }) {
  const t = useWords("imports");
  return (
    <span>
      <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>
    </span>
  );
}
