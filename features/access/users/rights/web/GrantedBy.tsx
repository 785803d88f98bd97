import type { BoundScope } from "#features/access/users/contract/people.ts";
import { formatDate } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Who gave something and when. */
export function GrantedBy({ by }: { readonly by: Pick<BoundScope, "grantedBy" | "grantedAt"> }) {
  const t = useMessages("users");
  const language = useLanguage();
  const day = formatDate(language, by.grantedAt);
  return by.grantedBy === null ? t("given", { day }) : t("givenBy", { who: by.grantedBy, day });
}
