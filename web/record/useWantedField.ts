import { useEffect } from "react";
import type { FieldPath, FieldValues, UseFormSetFocus } from "react-hook-form";

type RequestedField<Input extends FieldValues> = {
  readonly setFocus: UseFormSetFocus<Input>;
  /** The field to fill in. */
  readonly wanted: FieldPath<Input> | null;
  /** Called once the field has the focus. */
  readonly onReached: () => void;
};

/** Focuses a form field on request, for example from a note that it is missing. */
export function useWantedField<Input extends FieldValues>({
  setFocus,
  wanted,
  onReached,
}: RequestedField<Input>): void {
  useEffect(() => {
    if (wanted === null) return undefined;
    // The form registers its fields shortly after they mount.
    const frame = requestAnimationFrame(() => {
      setFocus(wanted, { shouldSelect: true });
      onReached();
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, setFocus, onReached]);
}
