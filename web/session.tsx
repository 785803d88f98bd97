import { createContext, use, useSyncExternalStore } from "react";
import type { Operation } from "#base/contract.ts";
import { commonRefusals, Refusal, refusals } from "#base/refusal.ts";
import type { Transport } from "#web/call.ts";

/** Who is signed in, as the shell needs it. The names of the wire stay in the session's contract. */
export type Person = {
  readonly userId: string;
  /** The `mt_user_id` of the wire. */
  readonly userNumber: number;
  /** The `mt_category_id` of the wire. */
  readonly userCategoryId: number;
  readonly name: string;
  readonly email: string;
  readonly roleTitle: string;
  /** Every permission by its code; a role that may do everything comes with all of them spelled out. */
  readonly permissions: readonly string[];
  readonly mustChangePassword: boolean;
};

/** One entry of the menu that this person may open (spec 000 §3). */
export type PermissionRow = {
  readonly ad_main_id: number;
  readonly ad_main_title: string;
  readonly ad_main_link: string;
  readonly ad_sub_id: number;
  readonly ad_sub_title: string;
  readonly ad_sub_link: string;
};

/** The calls that a session is made of. The session feature brings them; the kernel knows no feature. */
export type SessionSource = {
  /** Whose token this is. Refuses with 401 when it is nobody's any more. */
  readonly check: (transport: Transport) => Promise<Person>;
  readonly signOut: (transport: Transport) => Promise<void>;
  readonly readMenu: (transport: Transport, person: Person) => Promise<readonly PermissionRow[]>;
};

export type SessionState =
  | { readonly status: "checking" }
  /** There is a token, and nobody to ask whether it is good. Never treated as signed out. */
  | { readonly status: "unreachable" }
  | { readonly status: "signedOut" }
  | { readonly status: "signedIn"; readonly person: Person; readonly menu: readonly PermissionRow[] };

export const tokenRefusals = refusals({
  token_sign_in_failed: { status: 401, message: "Failed to login with token." }, // spec 000 §8
});

/** Where the token is kept, and where another tab's sign-out is seen. */
export const tokenKey = "jwt_access_token";

/** What the person is told without having asked. */
export type SessionNotice = { readonly kind: "loggedIn" } | { readonly kind: "ended"; readonly refusal: Refusal };

type SessionPorts = {
  readonly source: SessionSource;
  readonly transport: Transport;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly announce: (notice: SessionNotice) => void;
};

export type Session = ReturnType<typeof createSession>;

/**
 * The one place that knows whether somebody is signed in: checking → unreachable | signedOut | signedIn.
 *
 * `transport` sends the token with every call, and ends the session at a 401 to a call that carried it.
 */
export function createSession({ source, transport, storage, announce }: SessionPorts) {
  let state: SessionState = { status: "checking" };
  // What was begun before the latest change may not undo it.
  let turn = 0;
  const listeners = new Set<() => void>();

  const change = (next: SessionState) => {
    turn += 1;
    state = next;
    for (const listener of listeners) listener();
  };
  const end = (refusal?: Refusal) => {
    storage.removeItem(tokenKey);
    change({ status: "signedOut" });
    if (refusal) announce({ kind: "ended", refusal });
  };

  const send: Transport = async (request) => {
    const token = storage.getItem(tokenKey);
    if (token === null) return transport(request);
    const headers = new Headers(request.headers);
    headers.set("x-access-token", token);
    const response = await transport(new Request(request, { headers }));
    const isStillOurs = state.status === "signedIn" && storage.getItem(tokenKey) === token;
    if (response.status === 401 && isStillOurs) end(await tokenRefusalOf(response.clone()));
    return response;
  };

  const enter = async (): Promise<Person> => {
    const begun = turn;
    const person = await source.check(send);
    // A 200 without a person is as little a sign-in as a 401 (wire facts §4).
    if (typeof person?.userId !== "string") throw tokenRefusals.token_sign_in_failed();
    const menu = await source.readMenu(send, person);
    if (begun === turn) change({ status: "signedIn", person, menu });
    return person;
  };

  const start = async (): Promise<void> => {
    if (storage.getItem(tokenKey) === null) return change({ status: "signedOut" });
    change({ status: "checking" });
    const begun = turn;
    try {
      await enter();
      announce({ kind: "loggedIn" });
    } catch (error) {
      if (begun !== turn) return;
      if (isPassing(error)) change({ status: "unreachable" });
      else end(asTokenRefusal(error));
    }
  };

  return {
    transport: send,
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Checks the stored token once more, such as at the start or after the network came back. Never throws. */
    start,
    /** Keeps the token of a sign-in that just succeeded and enters. A failure clears it again and is thrown. */
    signIn: async (token: string): Promise<Person> => {
      storage.setItem(tokenKey, token);
      try {
        return await enter();
      } catch (error) {
        if (storage.getItem(tokenKey) === token) end();
        throw error;
      }
    },
    /** Reads the person and the menu again, such as after a change of the password or the name. */
    refresh: enter,
    /** Leaves here and now, whatever the server says; its failure is thrown so that the person can be told. */
    signOut: async (): Promise<void> => {
      const token = storage.getItem(tokenKey);
      storage.removeItem(tokenKey);
      const farewell = token === null ? Promise.resolve() : source.signOut(carrying(token, transport));
      try {
        await farewell;
      } finally {
        if (storage.getItem(tokenKey) === null) end();
      }
    },
    /** Follows what another tab did to the token. */
    handleStorage: (event: Pick<StorageEvent, "key" | "newValue">) => {
      if (event.key !== tokenKey && event.key !== null) return;
      if (event.newValue === null) change({ status: "signedOut" });
      else void start();
    },
    can: (operation: Operation): boolean => can(state, operation),
  };
}

/** Whether this person may call an operation. A control that is not allowed is not shown. */
export function can(state: SessionState, { permission }: Pick<Operation, "permission">): boolean {
  if (permission === "public") return true;
  if (state.status !== "signedIn") return false;
  return permission === "session" || state.person.permissions.includes(permission);
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("no session: render inside startWeb");
  return session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.read);
}

/** Who is signed in, or nobody. */
export function usePerson(): Person | null {
  const state = useSessionState();
  return state.status === "signedIn" ? state.person : null;
}

/** `can(brands.create)`: for a control that names its operation. */
export function useCan(): (operation: Pick<Operation, "permission">) => boolean {
  const state = useSessionState();
  return (operation) => can(state, operation);
}

/** The server or the way to it failed; the token may well be good. */
const isPassing = (error: unknown) => !(error instanceof Refusal) || error.status >= 500 || error.status === 429;

const asTokenRefusal = (error: unknown) =>
  error instanceof Refusal && error.status === 401 ? error : tokenRefusals.token_sign_in_failed();

async function tokenRefusalOf(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => ({}))) as { code?: string };
  return body.code === "token_expired" ? commonRefusals.token_expired() : commonRefusals.invalid_token();
}

const carrying =
  (token: string, transport: Transport): Transport =>
  (request) => {
    const headers = new Headers(request.headers);
    headers.set("x-access-token", token);
    return transport(new Request(request, { headers }));
  };
