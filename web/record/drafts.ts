import { isGroup, isSame } from "#web/record/sameValue.ts";

export type Values = Readonly<Record<string, unknown>>;

/** What somebody typed and has not saved, with the version it was typed over. Kept in this browser, per person. */
export type Draft<Of extends Values = Values> = {
  readonly base: Of;
  /** Null for a record that is not there yet. */
  readonly version: number | null;
  readonly values: Of;
  /** ISO 8601. */
  readonly at: string;
};

const daysKept = 30;

/** `record` is the resource and the id or `new`; a colleague at the same desk has drafts of their own. */
export const draftKey = (userId: string, record: string) => `mizan.draft.${userId}.${record}`;

/** Null when there is none, when it says nothing new, and when it is older than a month. */
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

/** A draft is a kindness: where the browser has no room for it, typing goes on without. */
export function keepDraft(storage: Pick<Storage, "setItem">, key: string, draft: Draft): void {
  try {
    storage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full, or forbidden in a private window.
  }
}

/** The fields that differ, with their new values: what a change sends. */
export function changedFields<Of extends Values>(base: Of, values: Of): Partial<Of> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(base[name], value)),
  ) as Partial<Of>;
}
