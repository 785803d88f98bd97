import type { Transport } from "#web/call.ts";
import type { SessionNotice, SessionSource, SessionState, SignedInUser } from "#web/session.tsx";
import type { Settings } from "#web/settings/settings.ts";
import type { Store } from "#web/store.ts";

export type SessionPorts = {
  readonly source: SessionSource;
  readonly transport: Transport;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly announce: (notice: SessionNotice) => void;
  /** Applies the settings of the user who signs in, and every change of them. */
  readonly applySettings: (settings: Settings) => Promise<void>;
};

/**
 * What the functions below work on. Each state is a new object, so that a function can detect whether the state changed
 * meanwhile.
 */
export type SessionContext = SessionPorts & {
  readonly store: Store<SessionState>;
  readonly send: Transport;
  /** The permissions fingerprint (`x-rights`) of the last response. */
  readonly latest: { rights: string | null };
  /** The last change of the settings, and those that the server has confirmed while it is on its way. */
  readonly settings: { changed: Settings | null; confirmed: SignedInUser["settings"] | null };
};
