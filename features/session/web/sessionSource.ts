import type { SessionSource } from "#web/session.tsx";
import { call, type Transport } from "#web/call.ts";
import { session } from "#features/session/contract.ts";

/** The calls that the shell's session is made of. */
export const sessionSource: SessionSource = {
  check: (transport) => call(transport, session.readPerson, {}),
  signOut: async (transport) => void (await call(transport, session.signOut, {})),
  // Until the password is changed there is nowhere to go, and the server shows no menu.
  readMenu: async (transport, { userNumber, userCategoryId, mustChangePassword }) =>
    mustChangePassword
      ? []
      : call(transport, session.menuRows, { mt_user_id: userNumber, mt_category_id: userCategoryId }),
};

/** Sends a sign-in as from this browser, which the server knows again. Answers the token. */
export async function requestToken(
  transport: Transport,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const input = { mt_email: email, mt_password: password, device: deviceSecret() };
  return (await call(transport, session.signIn, input)).accessToken;
}

const deviceKey = "mizan.device";
const secretPattern = /^[\w-]{43}$/;

/**
 * 256 bits that this browser made once. It opens nothing: it lets the server tell the owner's wrong tries from a
 * stranger's (docs/decisions/0004), and so outlives sign-out.
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
