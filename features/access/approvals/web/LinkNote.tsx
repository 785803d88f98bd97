import classes from "#features/access/approvals/web/LinkNote.module.css";
import { CopyLine } from "#web/ui/CopyLine.tsx";
import { useMessages } from "#web/useMessages.ts";

/** What came with an approved change and no letter takes to anybody, such as the link of an invitation. Shown this once. */
export function LinkNote({ link }: { readonly link: string }) {
  const t = useMessages("approvals");
  return (
    <section className={classes.note} role="status" aria-label={t("link.title")}>
      <h2>{t("link.title")}</h2>
      <p>{t("link.text")}</p>
      <CopyLine label={t("link.label")} text={link} />
    </section>
  );
}
