import type { SessionSource } from "#web/session.tsx";
import { call, type Transport } from "#web/call.ts";
import type { Input } from "#base/contract.ts";
import type { session } from "#features/access/session/contract.ts";
import type { factors } from "#features/access/session/contract/factors.ts";

/** Loaded with the first call, so that the login screen shows before the contract's schemas are loaded. */
const calls = (): Promise<typeof session> =>
  import("#features/access/session/contract.ts").then((contract) => contract.session);

/** The calls that the shell's session needs. */
export const sessionSource: SessionSource = {
  check: async (transport) => call(transport, (await calls()).readPerson, {}),
  signOut: async (transport) => void (await call(transport, (await calls()).signOut, {})),
  viewAs: async (transport, eyes) => {
    const { startViewAs, stopViewAs } = await calls();
    await (eyes === null ? call(transport, stopViewAs, {}) : call(transport, startViewAs, eyes));
  },
  keepShortcuts: async (transport, shortcuts) => {
    const { account } = await import("#features/access/session/contract/account.ts");
    await call(transport, account.updateUser, { user: { data: { shortcuts: [...shortcuts] } } });
  },
  keepSettings: async (transport, settings) => {
    const { account } = await import("#features/access/session/contract/account.ts");
    await call(transport, account.updateUser, { user: { data: { settings } } });
  },
  // Until that is done no other screen is allowed, and the server returns no menu.
  readMenu: async (transport, { userNumber, userCategoryId, mustFirst }) =>
    mustFirst !== null
      ? []
      : call(transport, (await calls()).menuRows, { mt_user_id: userNumber, mt_category_id: userCategoryId }),
};

/** Sends a sign-in with this browser's device secret, by which the server recognises it. Returns the token. */
export async function requestToken(
  transport: Transport,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const input = { mt_email: email, mt_password: password, device: deviceSecret() };
  return (await call(transport, (await calls()).signIn, input)).accessToken;
}

/** The second step: one factor. Returns the token, and after a recovery code how many are left. */
export async function answerQuestion(transport: Transport, answer: Input<typeof factors.signInWithFactor>) {
  return call(transport, (await factorCalls()).signInWithFactor, answer);
}

/** The challenge for a passkey to sign in alone, and the sign-in with its response. */
export const askForPasskey = async (transport: Transport) =>
  call(transport, (await factorCalls()).startPasskeySignIn, {});
export async function enterWithPasskey(
  transport: Transport,
  input: Omit<Input<typeof factors.signInWithPasskey>, "device">,
): Promise<string> {
  const { signInWithPasskey } = await factorCalls();
  return (await call(transport, signInWithPasskey, { ...input, device: deviceSecret() })).accessToken;
}

const factorCalls = (): Promise<typeof factors> =>
  import("#features/access/session/contract/factors.ts").then((contract) => contract.factors);

const deviceKey = "mizan.device";
const secretPattern = /^[\w-]{43}$/;

/**
 * 256 bits that this browser generated once. They give no access: they let the server distinguish the owner's failed
 * attempts from other people's (docs/decisions/0004), and so are kept after sign-out.
 */
function deviceSecret(): string {
  const kept = localStorage.getItem(deviceKey);
  if (kept !== null && secretPattern.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  localStorage.setItem(deviceKey, made);
  return made;
}
