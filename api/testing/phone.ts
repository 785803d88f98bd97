import { secondMs } from "#base/time.ts";
import type { SessionApi } from "#api/testing/sessionApi.ts";
import { factors } from "#features/access/session/contract/factors.ts";
import { codeAt } from "#features/access/session/api/service/totp.ts";
import { call, type Transport } from "#web/call.ts";

/** How long an authenticator app shows a code. */
export const codeMs = 30 * secondMs;

export type Phone = { readonly secret: Uint8Array<ArrayBuffer>; readonly code: () => Promise<string> };

/** An authenticator app that has scanned the QR code. It uses the test's clock. */
export function phoneOf({ clock }: SessionApi, { uri }: { uri: string }): Phone {
  const secret = fromBase32(new URL(uri).searchParams.get("secret")!);
  return { secret, code: () => codeAt(secret, clock.now) };
}

/** A user with an authenticator app. Then moves the clock on until the code used to set it up is no longer shown. */
export async function enrollUser(
  app: SessionApi,
  user: { readonly email: string; readonly password: string },
): Promise<{ userId: string; transport: Transport; phone: Phone; recoveryCodes: string[] }> {
  const { userId } = await app.addPerson(user);
  const transport = await app.transportOf(user.email, user.password);
  const phone = phoneOf(app, await call(transport, factors.startAuthenticator, {}));
  const { recoveryCodes } = await call(transport, factors.confirmAuthenticator, { code: await phone.code() });
  app.clock.advance(2 * codeMs);
  return { userId, transport, phone, recoveryCodes };
}

function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(text, (sign) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"),
  ).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
