import type { Transport } from "#web/call.ts";
import type { SessionNotice, SessionSource, SessionState } from "#web/session.tsx";
import type { StoredSettings } from "#web/settings/settings.ts";
import type { Store } from "#web/store.ts";

export type SessionPorts = {
  readonly source: SessionSource;
  readonly transport: Transport;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly announce: (notice: SessionNotice) => void;
  /** Applies the settings of the user who signs in, and every change of them. */
  readonly applySettings: (settings: StoredSettings) => Promise<void>;
};

/**
 * What the functions below work on. Each state is a new object, so that a function can detect whether the state changed
 * meanwhile.
 */
export type SessionContext = SessionPorts & {
  readonly store: Store<SessionState>;
  readonly send: Transport;
  /** The permissions fingerprint (`x-rights`) of the last response, and the event cursor of the first. */
  readonly latest: { rights: string | null; cursor: string | null };
  /** The last change of the settings, and those that the server has confirmed while it is on its way. */
  readonly settings: { changed: StoredSettings | null; confirmed: StoredSettings | null };
};
