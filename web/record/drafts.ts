import { isGroup, isSame } from "#web/record/sameValue.ts";

export type Values = Readonly<Record<string, unknown>>;

/** Unsaved input, with the version of the record it is based on. Stored in this browser, per user. */
export type Draft<Of extends Values = Values> = {
  readonly base: Of;
  /** Null for a new record. */
  readonly version: number | null;
  readonly values: Of;
  /** ISO 8601. */
  readonly at: string;
};

const daysKept = 30;

/** `record` is the resource and the id or `new`. Other users of the same device have drafts of their own. */
export const draftKey = (userId: string, record: string) => `mizan.draft.${userId}.${record}`;

/** Null if there is none, if nothing is changed, and if it is older than 30 days. */
export function readDraft<Of extends Values>(
  storage: Pick<Storage, "getItem">,
  key: string,
  now: number,
): Draft<Of> | null {
  try {
    const draft = JSON.parse(storage.getItem(key) ?? "null") as Draft<Of> | null;
    if (draft === null || !isGroup(draft.base) || !isGroup(draft.values)) return null;
    const isOld = now - Date.parse(draft.at) > daysKept * 86_400_000;
    return isOld || isSame(draft.base, draft.values) ? null : draft;
  } catch {
    return null;
  }
}

/** Best effort: if the browser can't store the draft, the user can go on typing. */
export function keepDraft(storage: Pick<Storage, "setItem">, key: string, draft: Draft): void {
  try {
    storage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full, or blocked in a private window.
  }
}

/** The fields that differ, with their new values: the body of an update. */
export function changedFields<Of extends Values>(base: Of, values: Of): Partial<Of> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(base[name], value)),
  ) as Partial<Of>;
}
