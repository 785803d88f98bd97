import { type PasswordContext, isLongEnough, passwordMin } from "#base/passwords.ts";
import { sessionRefusals } from "#features/access/session/contract.ts";
import { isGuessable } from "#features/access/session/passwords/api/guessablePasswords.ts";
import { refuseField } from "#features/access/session/api/service/proof.ts";

/**
 * Refuses with `password_too_short` or `password_guessable`, under the field of the password. The contract has checked
 * the maximum length.
 */
export async function refuseWeak(
  password: string,
  { field, person }: { field: string; person: { name: string; email: string } & PasswordContext },
): Promise<void> {
  if (!isLongEnough(password, person)) {
    throw refuseField(field, sessionRefusals.password_too_short, { minimum: passwordMin(person) });
  }
  if (await isGuessable(password, person)) throw refuseField(field, sessionRefusals.password_guessable);
}
