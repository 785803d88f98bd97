import type { User } from "#features/access/users/contract/people.ts";
import { formatDate, formatDateTime } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The line below a person's name: address, category, last sign-in, second factor, and who brought them in. */
export function UserFacts({ user }: { readonly user: User }) {
  const t = useMessages("users");
  const language = useLanguage();
  return (
    <>
      {user.status !== "erased" && (
        <span>
          <bdi dir="ltr">{user.email}</bdi>
        </span>
      )}
      <span>{t(`category.${user.category}`)}</span>
      <span>
        {user.lastSignInAt
          ? t("lastSignIn", { when: formatDateTime(language, user.lastSignInAt) })
          : t("neverSignedIn")}
      </span>
      {user.status === "active" && <span>{t(user.hasSecondFactor ? "withSecondFactor" : "withoutSecondFactor")}</span>}
      <span>
        {user.createdBy
          ? t("invitedBy", { who: user.createdBy, day: formatDate(language, user.createdAt) })
          : t("since", { day: formatDate(language, user.createdAt) })}
      </span>
    </>
  );
}
