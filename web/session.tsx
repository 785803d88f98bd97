import { createContext, use, useSyncExternalStore } from "react";
import type { Operation } from "#base/contract.ts";
import type { Duty } from "#base/duties.ts";
import type { Refusal } from "#base/refusal.ts";
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
  /** Those that are valid now. */
  readonly roles: readonly {
    readonly code: string;
    readonly title: string;
    readonly titleI18n: Readonly<Record<string, string>>;
  }[];
  /** Every permission by its code; a role that may do everything comes with all of them spelled out. */
  readonly permissions: readonly string[];
  /** What the person has to do before anything else. */
  readonly mustFirst: Duty | null;
  /** Through whose eyes this session looks, if not through the person's own. */
  readonly viewedAs: {
    readonly kind: "user" | "role";
    readonly title: string;
    readonly titleI18n: Readonly<Record<string, string>>;
  } | null;
  /** Null until the person has chosen any. */
  readonly shortcuts: readonly Shortcut[] | null;
  /** Empty: the default avatar. */
  readonly photoUrl: string;
};

/** A page that a person keeps at hand in the toolbar. */
export type Shortcut = { readonly path: string; readonly title: string };

/** What somebody's roles are called, in a language as far as it is known: `Finance, Support`. */
export const rolesText = ({ roles }: Pick<Person, "roles">, language: string): string =>
  roles.map(({ title, titleI18n }) => titleI18n[language] ?? title).join(language === "ar" ? "، " : ", ");

/** One entry of the menu that this person may open (spec 000 §3). */
export type PermissionRow = {
  readonly ad_main_id: number;
  readonly ad_main_title: string;
  readonly ad_main_link: string;
  readonly ad_sub_id: number;
  readonly ad_sub_title: string;
  readonly ad_sub_link: string;
};

/** Whose eyes somebody looks through: another person's, or those of anybody with a role. */
export type Eyes = { readonly userId: string } | { readonly roleId: string };

/** The calls that a session is made of. The session feature brings them; the kernel knows no feature. */
export type SessionSource = {
  /** Whose token this is. Refuses with 401 when it is nobody's any more. */
  readonly check: (transport: Transport) => Promise<Person>;
  readonly signOut: (transport: Transport) => Promise<void>;
  readonly keepShortcuts: (transport: Transport, shortcuts: readonly Shortcut[]) => Promise<void>;
  readonly readMenu: (transport: Transport, person: Person) => Promise<readonly PermissionRow[]>;
  /** Null: one's own eyes again. */
  readonly viewAs: (transport: Transport, eyes: Eyes | null) => Promise<void>;
};

export type SessionState =
  | { readonly status: "checking" }
  /** There is a token, and nobody to ask whether it is good. Never treated as signed out. */
  | { readonly status: "unreachable" }
  | { readonly status: "signedOut" }
  | {
      readonly status: "signedIn";
      readonly person: Person;
      readonly menu: readonly PermissionRow[];
      /** A mark of the rights that this was read under. */
      readonly rights: string | null;
    };

/** What the person is told without having asked. */
export type SessionNotice = { readonly kind: "loggedIn" } | { readonly kind: "ended"; readonly refusal: Refusal };

/** Whether somebody is signed in, and how that changes: checking → unreachable | signedOut | signedIn. */
export type Session = {
  readonly read: () => SessionState;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Sends the token with every call, and ends the session at a 401 to a call that carried it. */
  readonly transport: Transport;
  /** Checks the stored token once more, such as at the start or after the network came back. Never throws. */
  readonly start: () => Promise<void>;
  /** Keeps the token of a sign-in that just succeeded and enters. A failure clears it again and is thrown. */
  readonly signIn: (token: string) => Promise<Person>;
  /** Reads the person and the menu again, such as after a change of the password or the name. */
  readonly refresh: () => Promise<Person>;
  /** Shown at once; a failure takes it back and is thrown. */
  readonly keepShortcuts: (shortcuts: readonly Shortcut[]) => Promise<void>;
  /** Looks on through other eyes, only to read, or through one's own again. Throws when it is refused. */
  readonly viewAs: (eyes: Eyes | null) => Promise<Person>;
  /** Leaves here and now, whatever the server says; its failure is thrown so that the person can be told. */
  readonly signOut: () => Promise<void>;
  /** Follows what another tab did to the token. */
  readonly handleStorage: (event: Pick<StorageEvent, "key" | "newValue">) => void;
  readonly can: (operation: Allowable) => boolean;
};

/** What decides whether an operation may be called. */
export type Allowable = Pick<Operation, "permission"> &
  Partial<Pick<Operation, "method" | "allowedWhileViewingAs" | "holdsNoRecords">>;

/** Whether this person may call an operation. A control that is not allowed is not shown. */
export function can(state: SessionState, operation: Allowable): boolean {
  const { permission, method = "GET", allowedWhileViewingAs, holdsNoRecords } = operation;
  if (permission === "public") return true;
  if (state.status !== "signedIn") return false;
  // Whoever looks through other eyes changes nothing (api/app.ts refuses it by `viewing_only`). A template is what an
  // import begins with, and good for nothing else.
  const beginsChange = method !== "GET" || holdsNoRecords === true;
  if (state.person.viewedAs !== null && beginsChange && !allowedWhileViewingAs) return false;
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
export function useCan(): Session["can"] {
  const state = useSessionState();
  return (operation) => can(state, operation);
}
