import { Refusal } from "#base/refusal.ts";
import { type MissingRights, userRefusals } from "#features/access/users/contract.ts";
import { textOf } from "#web/textOf.ts";
import { useMessages } from "#web/useMessages.ts";

const { grants_too_much, holds_more } = userRefusals;

/** Why something was refused; of rights that the caller lacks, which they are. */
export function useMissingText(): (error: unknown) => string {
  const t = useMessages("users");
  return (error) => {
    const isLacking = error instanceof Refusal && [grants_too_much.code, holds_more.code].includes(error.code);
    if (!isLacking) return textOf(error);
    const { grants = [], scopes = [] } = error.details as Partial<MissingRights>;
    const missing = [...grants, ...scopes];
    return missing.length === 0 ? textOf(error) : `${textOf(error)} ${t("missing", { missing: missing.join(" · ") })}`;
  };
}
