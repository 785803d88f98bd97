import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type Draft, draftKey, keepDraft, readDraft } from "#web/record/drafts.ts";
import { isSame } from "#web/record/sameValue.ts";
import { useSignedInUser } from "#web/session.tsx";

const typingMs = 400;

type DraftOf<Values extends FieldValues> = {
  readonly name: string;
  readonly record: { readonly id: string } | null;
  readonly base: { readonly values: Values; readonly version: number | null };
};

/** Stores unsaved input in this browser, and finds a draft of an earlier visit. */
export function useDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { name, record, base }: DraftOf<Values>,
) {
  const key = draftKey(useSignedInUser()?.userId ?? "", `${name}.${record?.id ?? "new"}`);
  const [found, setFound] = useState<Draft<Values> | null>(() => readDraft<Values>(localStorage, key, Date.now()));
  const latest = useRef(base);
  useEffect(() => {
    latest.current = base;
  });
  const keeper = useRef<Keeper | null>(null);
  useEffect(() => {
    const made = keeperOf(form, key, latest);
    keeper.current = made;
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: made.later });
    addEventListener("pagehide", made.now);
    return () => {
      unsubscribe();
      removeEventListener("pagehide", made.now);
      made.now();
    };
  }, [form, key]);
  const forget = () => {
    keeper.current?.cancel();
    localStorage.removeItem(key);
    setFound(null);
  };
  const take = (): Values => {
    const { values } = found!;
    setFound(null);
    return values;
  };
  /** `found`: an earlier draft that the user has neither restored nor discarded. */
  return { found, forget, take };
}

type Keeper = ReturnType<typeof keeperOf>;
type Latest<Values extends FieldValues> = { readonly current: DraftOf<Values>["base"] };

/** Writes shortly after the last keystroke, and immediately when the page closes. */
function keeperOf<Values extends FieldValues>(form: UseFormReturn<Values>, key: string, latest: Latest<Values>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const keep = () => {
    const { values: base, version } = latest.current;
    const values = form.getValues();
    if (isSame(base, values)) localStorage.removeItem(key);
    else keepDraft(localStorage, key, { base, version, values, at: new Date().toISOString() });
  };
  const now = () => {
    if (timer === undefined) return;
    cancel();
    keep();
  };
  return {
    cancel,
    now,
    later: () => {
      cancel();
      timer = setTimeout(now, typingMs);
    },
  };
}
