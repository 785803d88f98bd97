import { recognitions } from "#features/halal/certifiers/contract.ts";
import type { Recognition, RecognitionInput } from "#features/halal/certifiers/contract/recognitions.ts";
import { useImpact } from "#web/impact/useImpact.ts";

type RecognitionChange = {
  readonly id: string;
  /** The current recognition; null for a new one. */
  readonly recognition: Recognition | null;
  readonly values: RecognitionInput;
  readonly isRemoving: boolean;
};

/** Previews the effects of adding, changing or removing a recognition: requested if its market or days change. */
export function useRecognitionImpact({ id, recognition, values, isRemoving }: RecognitionChange) {
  const { market, validFrom, validTo } = values;
  const isOther = recognition === null || validFrom !== recognition.validFrom || validTo !== recognition.validTo;
  const isRequested = isRemoving || (market !== "" && isOther);
  const impact = useImpact(
    recognitions.previewChange,
    { id, wanted: isRemoving ? null : relevantPart(values, recognition) },
    { ...(recognition ? { version: recognition.version } : {}), isEnabled: isRequested },
  );
  // An invalid change can't be previewed either; saving it reports why, at its field.
  const reported = isRequested && !impact.isError ? impact.data : undefined;
  return {
    isPending: isRequested && impact.isFetching,
    consequences: reported?.consequences ?? [],
    asShown: reported ? { fingerprint: reported.fingerprint } : {},
    lookAgain: () => void impact.refetch(),
  };
}

/** Leaves out text fields, which have no effects, so that typing in them requests no new preview. */
function relevantPart(values: RecognitionInput, recognition: Recognition | null): RecognitionInput {
  const { market, bodyId, validFrom, validTo } = values;
  return { ...(recognition ? patchOf(recognition) : unsaid), market, bodyId, validFrom, validTo };
}

const unsaid = { recognisedBy: "…", scopeText: null, sourceUrl: null, readOn: null, note: null };

/** What can be changed of a recognition: its market and its body are fixed. */
export function patchOf({ recognisedBy, scopeText, validFrom, validTo, sourceUrl, readOn, note }: RecognitionInput) {
  return { recognisedBy, scopeText, validFrom, validTo, sourceUrl, readOn, note };
}
