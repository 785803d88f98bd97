import { Refusal } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { ensureAdministrator } from "#features/access/session/api/service/administrator.ts";
import { sessionRefusals } from "#features/access/session/contract.ts";
import { type Config, ConfigError } from "#hosts/node/config.ts";

/** The first administrator. `password` only if it was generated at this start: it is shown once and stored nowhere. */
export type FirstAdministrator = { readonly email: string; readonly password: string | null };

/**
 * Creates the first administrator from ADMIN_EMAIL and ADMIN_PASSWORD, or with a generated password. Later starts
 * change nothing.
 *
 * Throws ConfigError if the given password is one that attackers try first.
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
