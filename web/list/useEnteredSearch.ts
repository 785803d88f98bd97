import { type KeyboardEvent, useEffect, useState } from "react";
import { chooseOnEnter, entersChoice, highlightedIn } from "#web/ui/chooseOnEnter.ts";

type EnteredSearch = {
  /** The text to search for. */
  readonly search: string;
  /** Whether Enter was pressed before the results were there. The search must go on, even if the field loses focus. */
  readonly isEntered: boolean;
  readonly setEntered: (text: string | null) => void;
};

/** The typed text, and whether the user has pressed Enter before its results were there: see useTakeEntered. */
export function useEnteredSearch(typed: string): EnteredSearch {
  const [entered, setEntered] = useState<string | null>(null);
  return { search: entered ?? typed, isEntered: entered !== null, setEntered };
}

/**
 * The props of a Select or MultiSelect whose options the server searches: Enter takes the first result, once it is
 * there, and the first result is highlighted until then.
 */
export function useTakeEntered(
  { isEntered, setEntered }: EnteredSearch,
  { isWaiting, onTake }: { readonly isWaiting: boolean; readonly onTake: () => void },
) {
  useEffect(() => {
    if (!isEntered || isWaiting) return;
    setEntered(null);
    onTake();
  });
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!entersChoice(event)) {
      // Further typing, or Escape, is another search. Tab leaves the field, and the choice still arrives.
      if (isEntered && !staysEntered.has(event.key)) setEntered(null);
      return;
    }
    const field = event.target as HTMLInputElement;
    if (!isWaiting || highlightedIn(field)) return chooseOnEnter(event);
    event.preventDefault();
    event.stopPropagation();
    if (field.value.trim() !== "") setEntered(field.value);
  };
  return {
    onKeyDownCapture: handleKeyDown,
    // The kit highlights the first option when this becomes true: once the rows for the typed text are there.
    selectFirstOptionOnChange: !isWaiting,
  };
}

const staysEntered = new Set(["Enter", "Tab", "Shift", "Control", "Alt", "Meta"]);
