import { userLimits } from "#features/access/users/rules.ts";
import classes from "#features/access/users/invitations/web/InvitationLink.module.css";
import { CopyLine } from "#web/ui/CopyLine.tsx";
import { useMessages } from "#web/useMessages.ts";

type InvitationLinkProps = {
  readonly link: string;
  readonly name: string;
  /** Above a record, where it is a part of a page; else the page's own content. */
  readonly isOnRecord?: boolean;
};

/** The link of an invitation, once, where no letter can leave: whoever invited hands it over. */
export function InvitationLink({ link, name, isOnRecord = false }: InvitationLinkProps) {
  const t = useMessages("users");
  return (
    <section className={classes.note} aria-label={t("link.title")} role={isOnRecord ? "status" : undefined}>
      <h2>{t("link.title")}</h2>
      <p>{t("link.text", { name, count: userLimits.invitationDays })}</p>
      <CopyLine label={t("link.label")} text={link} />
    </section>
  );
}
