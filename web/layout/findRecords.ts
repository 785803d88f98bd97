import { createContext } from "react";
import type { Transport } from "#web/call.ts";

/** A record as the command palette suggests it. */
export type FoundRecord = {
  readonly id: string;
  readonly title: string;
  readonly titleI18n: Readonly<Record<string, string>>;
  readonly subtitle: string;
  readonly url: string;
};

/** Finds records by a text, or those with these ids, as far as the caller may list them. */
export type FindRecords = (
  transport: Transport,
  wanted: { readonly q: string } | { readonly ids: readonly string[] },
  signal: AbortSignal,
) => Promise<readonly FoundRecord[]>;

/** Provided by a feature, as the kernel knows none. Without one, the palette finds menu entries only. */
export const FindRecordsContext = createContext<FindRecords>(async () => []);
