import { Button } from "@mantine/core";
import { useState } from "react";
import { userLimits } from "#features/users/rules.ts";
import classes from "#features/users/web/InvitationLink.module.css";
import { IconCheck, IconCopy } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

type InvitationLinkProps = {
  readonly link: string;
  readonly name: string;
  /** Above a record, where it is a part of a page; else the page's own content. */
  readonly isOnRecord?: boolean;
};

/** The link of an invitation, once, where no letter can leave: whoever invited hands it over. */
export function InvitationLink({ link, name, isOnRecord = false }: InvitationLinkProps) {
  const t = useWords("users");
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <section className={classes.note} aria-label={t("link.title")} role={isOnRecord ? "status" : undefined}>
      <h2>{t("link.title")}</h2>
      <p>{t("link.text", { name, count: userLimits.invitationDays })}</p>
      <div className={classes.line}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
        <code dir="ltr" tabIndex={0}>
          {link}
        </code>
        <Button
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
        >
          {isCopied ? t("link.copied") : words("buttons.copy")}
        </Button>
      </div>
    </section>
  );
}
