import { Link } from "@tanstack/react-router";
import type { Brand } from "#features/catalogue/brands/contract.ts";
import { users } from "#features/access/users/contract.ts";
import type { UserRow } from "#features/access/users/contract/people.ts";
import { RelatedList } from "#web/record/RelatedList.tsx";
import { IconUsers } from "#web/ui/icons.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const listPath = "/apps/user/users";

const tones: Readonly<Record<UserRow["status"], Tone>> = {
  invited: "info",
  pending: "warn",
  active: "ok",
  disabled: "error",
  erased: "mute",
};

/** Users with a scope of a brand, and their roles there. */
export function BrandPeople({ record: brand }: { readonly record: Brand }) {
  const t = useMessages("brands");
  const recordMessages = useMessages("record");
  const language = useLanguage();
  return (
    <RelatedList
      operation={users.list}
      filter={{ scope: [`brand:${brand.id}`] }}
      sort="name"
      list={{ to: listPath, search: { scope: `brand:${brand.id}` } }}
      wordsOfAll={(count, figure) => t("people.all", { count, figure })}
      none={{ icon: <IconUsers aria-hidden />, title: t("people.none"), text: t("people.noneText") }}
    >
      {({ id, name, email, roles, status }) => (
        <>
          <Link to={`${listPath}/${id}`}>
            <bdi>{name}</bdi>
          </Link>
          <bdi dir="ltr">{email}</bdi>
          <bdi>{roles.map(({ title, titleI18n }) => titleI18n[language] ?? title).join(recordMessages("comma"))}</bdi>
          <StatusBadge tone={tones[status]}>{t(`people.status.${status}`)}</StatusBadge>
        </>
      )}
    </RelatedList>
  );
}
