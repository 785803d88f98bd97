import { createContext } from "react";
import type { Operation } from "#base/contract.ts";
import type { Transport } from "#web/call.ts";
import type { Display, SavedView } from "#web/list/preferences.ts";

type VersionedId = Pick<SavedView, "id" | "version">;
export type ViewValues = Pick<SavedView, "name" | "query" | "columns" | "density">;
export type Audience = Pick<SavedView, "audience" | "roleId">;
export type AudienceRole = {
  readonly id: string;
  readonly title: string;
  readonly titleI18n: Readonly<Record<string, string>>;
};

/** The calls that store views and display preferences of lists. */
export type ListViewCalls = {
  readonly read: (
    transport: Transport,
    list: string,
  ) => Promise<{ readonly preferences: Display | null; readonly views: readonly SavedView[] }>;
  readonly savePreferences: (transport: Transport, list: string, display: Display) => Promise<void>;
  readonly create: (
    transport: Transport,
    list: string,
    view: ViewValues & { readonly id: string },
  ) => Promise<SavedView>;
  readonly update: (transport: Transport, at: VersionedId, patch: Partial<ViewValues>) => Promise<SavedView>;
  /** Refused without the permission to share. */
  readonly share: (transport: Transport, at: VersionedId, audience: Audience) => Promise<SavedView>;
  /** Users who may call it may share views. */
  readonly sharing: Operation;
  readonly remove: (transport: Transport, at: VersionedId) => Promise<void>;
  /** The roles that the user may share with; refused without the permission to share. */
  readonly roles: (transport: Transport) => Promise<readonly AudienceRole[]>;
};

/** Loads the calls: a feature provides them, as the kernel knows none. Without one, lists remember in this browser only. */
export type LoadListViews = () => Promise<ListViewCalls>;
export const ListViewsContext = createContext<LoadListViews | null>(null);
