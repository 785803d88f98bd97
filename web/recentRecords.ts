import { useEffect } from "react";
import { useSignedInUser } from "#web/session.tsx";
import { readStored } from "#web/ui/useStored.ts";

const recentKey = "mizan.recentRecords";
/** More than the palette shows, as some may be gone or of areas that it does not search. */
const recentMax = 12;

/** Only ids: titles are read again each time, so that nobody sees one of a record that they may not see any longer. */
type Recent = { readonly userId: string; readonly ids: readonly string[] };

/** The records that this user opened last in this browser, the latest first. */
export const recentRecords = (userId: string): readonly string[] => {
  const recent = readStored<Recent>(recentKey);
  return recent?.userId === userId ? recent.ids : [];
};

/** Remembers that the user opened a record. */
export function useRecentRecord(id: string | null): void {
  const userId = useSignedInUser()?.userId;
  useEffect(() => {
    if (id === null || userId === undefined) return;
    const ids = [id, ...recentRecords(userId).filter((other) => other !== id)].slice(0, recentMax);
    localStorage.setItem(recentKey, JSON.stringify({ userId, ids } satisfies Recent));
  }, [id, userId]);
}
