import { useEffect } from "react";
import type { FieldPath, FieldValues, UseFormSetFocus } from "react-hook-form";

type Wanted<Input extends FieldValues> = {
  readonly setFocus: UseFormSetFocus<Input>;
  /** A field that somebody wants to fill in. */
  readonly wanted: FieldPath<Input> | null;
  /** It has been gone to. */
  readonly onReached: () => void;
};

/** Goes to a field of a form once it is asked for, such as by a note that tells that it is missing. */
export function useWantedField<Input extends FieldValues>({ setFocus, wanted, onReached }: Wanted<Input>): void {
  useEffect(() => {
    if (wanted === null) return undefined;
    // The form knows its fields a moment after they are there.
    const frame = requestAnimationFrame(() => {
      setFocus(wanted, { shouldSelect: true });
      onReached();
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, setFocus, onReached]);
}
