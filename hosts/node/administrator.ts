import { Refusal } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { ensureAdministrator } from "#features/access/session/api/service/administrator.ts";
import { sessionRefusals } from "#features/access/session/contract.ts";
import { type Config, ConfigError } from "#hosts/node/config.ts";

/** Who may sign in first. `password` only when one was made at this start: it is shown this once and kept nowhere. */
export type FirstAdministrator = { readonly email: string; readonly password: string | null };

/**
 * The first administrator of ADMIN_EMAIL and ADMIN_PASSWORD, or of our own making. Later starts change nothing.
 *
 * Throws ConfigError when the password given is one that attackers try first.
 */
export async function provideAdministrator(
  ctx: Ctx,
  { administrator }: Pick<Config, "administrator">,
): Promise<FirstAdministrator> {
  try {
    const { email, madePassword } = await ensureAdministrator(ctx, administrator);
    return { email, password: madePassword };
  } catch (error) {
    const { code, message } = sessionRefusals.password_guessable;
    if (error instanceof Refusal && error.code === code) throw new ConfigError(`ADMIN_PASSWORD: ${message}`);
    throw error;
  }
}
