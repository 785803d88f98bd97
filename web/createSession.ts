import { cursorHeader } from "#base/eventCursor.ts";
import { eventsPath, menuItemId } from "#base/menuItems.ts";
import { commonRefusals, Refusal, refusals } from "#base/refusal.ts";
import { isUnreachable } from "#web/call.ts";
import { nextRequestId } from "#web/requestId.ts";
import {
  can,
  type PermissionRow,
  type SignedInUser,
  type Session,
  type SessionState,
  type Shortcut,
} from "#web/session.tsx";
import type { SessionContext, SessionPorts } from "#web/sessionContext.ts";
import { createStore } from "#web/store.ts";
import type * as applySettingsModule from "#web/settings/applySettings.ts";

export const tokenRefusals = refusals({
  token_sign_in_failed: { status: 401, message: "Failed to login with token." }, // spec 000 §8
});

/** Where the token is stored. A storage event on this key also informs other tabs of a sign-out. */
export const tokenKey = "jwt_access_token";

/** The only place that knows whether a user is signed in. */
export function createSession(ports: SessionPorts): Session {
  const store = createStore<SessionState>({ status: "checking" });
  const latest = { rights: null, cursor: null };
  const desk: SessionContext = {
    ...ports,
    store,
    latest,
    settings: { changed: null, confirmed: null },
    send: (request) => sendWithToken(desk, request),
  };
  return {
    read: store.read,
    subscribe: store.subscribe,
    transport: desk.send,
    readCursor: () => desk.latest.cursor,
    start: () => start(desk, { isNew: false }),
    signIn: (token) => signIn(desk, token),
    refresh: () => enter(desk),
    signOut: () => signOut(desk),
    viewAs: async (eyes) => {
      await ports.source.viewAs(desk.send, eyes);
      return enter(desk);
    },
    keepShortcuts: (shortcuts) => keepShortcuts(desk, shortcuts),
    // At once where it is loaded: a switch that waits would jump back for a moment.
    keepSettings: async (patch) => (loadedSettings ?? (await loadSettings())).keepSettings(desk, patch),
    handleStorage: ({ key, newValue }) => {
      if (key !== tokenKey && key !== null) return;
      if (newValue === null) store.change({ status: "signedOut" });
      else void start(desk, { isNew: true });
    },
    can: (operation) => can(store.read(), operation),
  };
}

async function start(desk: SessionContext, { isNew }: { readonly isNew: boolean }): Promise<void> {
  const { storage, store, announce } = desk;
  if (storage.getItem(tokenKey) === null) return store.change({ status: "signedOut" });
  store.change({ status: "checking" });
  const started = store.read();
  try {
    const user = await enter(desk);
    const after = store.read();
    if (after.status === "signedIn" && after.person === user) announce({ kind: "loggedIn", isNew });
  } catch (error) {
    if (started !== store.read()) return;
    // The token may still be valid.
    if (isUnreachable(error)) store.change({ status: "unreachable" });
    else end(desk, asTokenRefusal(error));
  }
}

async function signIn(desk: SessionContext, token: string): Promise<SignedInUser> {
  const { storage } = desk;
  storage.setItem(tokenKey, token);
  try {
    return await enter(desk);
  } catch (error) {
    if (storage.getItem(tokenKey) === token) end(desk);
    throw error;
  }
}

async function enter(desk: SessionContext): Promise<SignedInUser> {
  const { source, store, send, latest, settings, applySettings } = desk;
  const started = store.read();
  // Meanwhile. Whoever needs them loads them again if that fails.
  void loadSettings().catch(() => {});
  const signedInUser = await source.check(send);
  // A 200 without a user is not a sign-in, and neither is a 401 (wire facts §4).
  if (typeof signedInUser?.userId !== "string") throw tokenRefusals.token_sign_in_failed();
  const menu = await source.readMenu(send, signedInUser);
  if (started !== store.read()) return signedInUser;
  // A change that is not sent yet wins over what was read before it.
  if (settings.changed === null) await applySettings(signedInUser.settings);
  if (started === store.read()) store.change({ status: "signedIn", person: signedInUser, menu, rights: latest.rights });
  return signedInUser;
}

/** Loaded with the first sign-in, as the login page needs none. */
let loadedSettings: typeof applySettingsModule | null = null;
const loadSettings = async () => (loadedSettings ??= await import("#web/settings/applySettings.ts"));

async function keepShortcuts({ store, source, send }: SessionContext, shortcuts: readonly Shortcut[]): Promise<void> {
  const before = store.read();
  if (before.status !== "signedIn") return;
  const after = { ...before, person: { ...before.person, shortcuts } };
  store.change(after);
  try {
    await source.keepShortcuts(send, shortcuts.map(itemOr(before.menu)));
  } catch (error) {
    if (store.read() === after) store.change(before);
    throw error;
  }
}

/** The id of the navigation item that a page is, or the page if it is none. */
const itemOr =
  (menu: readonly PermissionRow[]) =>
  (shortcut: Shortcut): Shortcut | string =>
    shortcut.path === eventsPath || menu.some((row) => row.ad_sub_link === shortcut.path)
      ? menuItemId(shortcut.path)
      : shortcut;

async function signOut(desk: SessionContext): Promise<void> {
  const { source, storage, transport } = desk;
  const token = storage.getItem(tokenKey);
  storage.removeItem(tokenKey);
  try {
    if (token !== null) await source.signOut((request) => transport(carrying(token, request)));
  } finally {
    // Unless a user signed in meanwhile.
    if (storage.getItem(tokenKey) === null) end(desk);
  }
}

function end({ storage, store, announce }: SessionContext, refusal?: Refusal): void {
  storage.removeItem(tokenKey);
  store.change({ status: "signedOut" });
  if (refusal) announce({ kind: "ended", refusal });
}

async function sendWithToken(desk: SessionContext, request: Request): Promise<Response> {
  const { storage, store, transport } = desk;
  const token = storage.getItem(tokenKey);
  if (token === null) return transport(request);
  const response = await transport(carrying(token, request));
  if (response.status !== 401) {
    desk.latest.cursor ??= response.headers.get(cursorHeader);
    followRights(desk, token, response.headers.get("x-rights"));
    return response;
  }
  const refusal = await tokenRefusalOf(response.clone());
  // Ends only the session that sent the request, and only once.
  const isStillOurs = store.read().status === "signedIn" && storage.getItem(tokenKey) === token;
  if (isStillOurs) end(desk, refusal);
  return response;
}

/**
 * The permissions have changed since the screen was built: reads user and menu again, once for all calls in progress.
 */
function followRights(desk: SessionContext, token: string, rights: string | null): void {
  const { storage, store, latest } = desk;
  if (rights === null || rights === latest.rights || storage.getItem(tokenKey) !== token) return;
  latest.rights = rights;
  const state = store.read();
  if (state.status === "signedIn" && state.rights !== rights) void enter(desk).catch(() => {});
}

function carrying(token: string, request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("x-access-token", token);
  headers.set("x-request-id", nextRequestId());
  return new Request(request, { headers });
}

async function tokenRefusalOf(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => ({}))) as { code?: string };
  return body.code === "token_expired" ? commonRefusals.token_expired() : commonRefusals.invalid_token();
}

const asTokenRefusal = (error: unknown) =>
  error instanceof Refusal && error.status === 401 ? error : tokenRefusals.token_sign_in_failed();
