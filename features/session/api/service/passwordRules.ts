import { sessionRefusals } from "#features/session/contract.ts";
import { isGuessable } from "#features/session/api/service/guessablePasswords.ts";

/** Refuses with `password_guessable`, under the field the password came in. Its length the contract has checked. */
export async function refuseGuessable(
  password: string,
  { field, person }: { field: string; person: { name: string; email: string } },
): Promise<void> {
  if (!(await isGuessable(password, person))) return;
  const { code, message } = sessionRefusals.password_guessable;
  throw sessionRefusals.password_guessable({}, [{ path: field, code, message }]);
}
