import { createContext, use, useSyncExternalStore } from "react";
import type { Operation } from "#base/contract.ts";
import type { RequiredAction } from "#base/requiredActions.ts";
import type { Refusal } from "#base/refusal.ts";
import type { Transport } from "#web/call.ts";
import type { SettingsPatch, StoredSettings } from "#web/settings/settings.ts";

/** The signed-in user, as the shell needs it. The names used on the wire stay in the session's contract. */
export type SignedInUser = {
  readonly userId: string;
  /** `mt_user_id` on the wire. */
  readonly userNumber: number;
  /** `mt_category_id` on the wire. */
  readonly userCategoryId: number;
  readonly name: string;
  readonly email: string;
  /** The roles that are valid now. */
  readonly roles: readonly {
    readonly code: string;
    readonly title: string;
    readonly titleI18n: Readonly<Record<string, string>>;
  }[];
  /** Every permission by its code. Roles that may do everything have all of them listed. */
  readonly permissions: readonly string[];
  /** A required action, such as a password change, that comes before anything else. */
  readonly mustFirst: RequiredAction | null;
  /** The user or role that this session views as; null normally. */
  readonly viewedAs: {
    readonly kind: "user" | "role";
    readonly title: string;
    readonly titleI18n: Readonly<Record<string, string>>;
  } | null;
  /** Null until the user has changed them. */
  readonly shortcuts: readonly Shortcut[] | null;
  /** Empty: the default avatar. */
  readonly photoUrl: string;
  /** What the user set, in the shape of the template; `web/settings` reads it. */
  readonly settings: StoredSettings;
};

/** A page that a user starred for the toolbar. */
export type Shortcut = { readonly path: string; readonly title: string };

/** The names of a user's roles, in a language if it has them: `Finance, Support`. */
export const rolesText = ({ roles }: Pick<SignedInUser, "roles">, language: string): string =>
  roles.map(({ title, titleI18n }) => titleI18n[language] ?? title).join(language === "ar" ? "، " : ", ");

/** One entry of the menu that this user may open (spec 000 §3). */
export type PermissionRow = {
  readonly ad_main_id: number;
  readonly ad_main_title: string;
  readonly ad_main_link: string;
  readonly ad_sub_id: number;
  readonly ad_sub_title: string;
  readonly ad_sub_link: string;
};

/** Whom a session views as: another user, or anyone with a role. */
export type ViewAs = { readonly userId: string } | { readonly roleId: string };

/** The calls that a session needs. The session feature provides them; the kernel knows no feature. */
export type SessionSource = {
  /** Returns the user of this token. Refuses with 401 if the token is no longer valid. */
  readonly check: (transport: Transport) => Promise<SignedInUser>;
  readonly signOut: (transport: Transport) => Promise<void>;
  /** A page of the menu is stored by the id of its item. */
  readonly keepShortcuts: (transport: Transport, shortcuts: readonly (Shortcut | string)[]) => Promise<void>;
  readonly keepSettings: (transport: Transport, settings: SignedInUser["settings"]) => Promise<void>;
  readonly readMenu: (transport: Transport, user: SignedInUser) => Promise<readonly PermissionRow[]>;
  /** Null ends viewing as another user. */
  readonly viewAs: (transport: Transport, eyes: ViewAs | null) => Promise<void>;
};

export type SessionState =
  | { readonly status: "checking" }
  /** There is a token, but no server to check it. Never treated as signed out. */
  | { readonly status: "unreachable" }
  | { readonly status: "signedOut" }
  | {
      readonly status: "signedIn";
      readonly person: SignedInUser;
      readonly menu: readonly PermissionRow[];
      /** Fingerprint of the permissions that this was read with. */
      readonly rights: string | null;
    };

/**
 * Notices that the user did not ask for. A token is new if it came from another tab, and not if it was stored before
 * this page loaded.
 */
export type SessionNotice =
  | { readonly kind: "loggedIn"; readonly isNew: boolean }
  | { readonly kind: "ended"; readonly refusal: Refusal };

/** Whether a user is signed in, and the transitions: checking → unreachable | signedOut | signedIn. */
export type Session = {
  readonly read: () => SessionState;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Sends the token with every call, and ends the session if a call with the token gets a 401. */
  readonly transport: Transport;
  /** The place in the event stream before anything was read: whatever came after it may have been missed. */
  readonly readCursor: () => string | null;
  /** Checks the stored token again, for example at the start or after the network came back. Never throws. */
  readonly start: () => Promise<void>;
  /** Stores the token of a successful sign-in and loads the user. A failure deletes the token again and is thrown. */
  readonly signIn: (token: string) => Promise<SignedInUser>;
  /** Reads the user and the menu again, for example after a change of the password or the name. */
  readonly refresh: () => Promise<SignedInUser>;
  /** Applied immediately; a failure reverts it and is thrown. */
  readonly keepShortcuts: (shortcuts: readonly Shortcut[]) => Promise<void>;
  /** Applied immediately, sent half a second after the last change; a failure reverts it and is thrown. */
  readonly keepSettings: (patch: SettingsPatch) => Promise<void>;
  /** Starts viewing as another user or role, read-only, or ends it. Throws if refused. */
  readonly viewAs: (eyes: ViewAs | null) => Promise<SignedInUser>;
  /** Signs out here immediately, whatever the server says; its failure is thrown so that the user can be informed. */
  readonly signOut: () => Promise<void>;
  /** Handles changes of the token by another tab. */
  readonly handleStorage: (event: Pick<StorageEvent, "key" | "newValue">) => void;
  readonly can: (operation: Allowable) => boolean;
};

/** What decides whether an operation may be called. */
export type Allowable = Pick<Operation, "permission"> &
  Partial<Pick<Operation, "method" | "allowedWhileViewingAs" | "holdsNoRecords">>;

/** Whether this user may call an operation. A control that is not allowed is hidden. */
export function can(state: SessionState, operation: Allowable): boolean {
  const { permission, method = "GET", allowedWhileViewingAs, holdsNoRecords } = operation;
  if (permission === "public") return true;
  if (state.status !== "signedIn") return false;
  // While viewing as another user nothing can be changed (api/app.ts refuses it with `viewing_only`). Import templates
  // are also hidden, because they are useless without the import.
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

/** The signed-in user, or null. */
export function useSignedInUser(): SignedInUser | null {
  const state = useSessionState();
  return state.status === "signedIn" ? state.person : null;
}

/** `can(brands.create)`: for a control that names its operation. */
export function useCan(): Session["can"] {
  const state = useSessionState();
  return (operation) => can(state, operation);
}
