import type { EvidenceLevel } from "#features/halal/certificates/contract/vocabulary.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useMessages } from "#web/useMessages.ts";

const tones: Readonly<Record<EvidenceLevel, Tone>> = {
  registry_verified: "ok",
  document_only: "info",
  declared_by_body: "info",
  self_declared: "warn",
};

/** The evidence level, always in words: a tick alone would claim more than is known. */
export function EvidenceBadge({ level }: { readonly level: EvidenceLevel }) {
  const t = useMessages("certificates");
  return <StatusBadge tone={tones[level]}>{t(`evidenceLevel.${level}`)}</StatusBadge>;
}
