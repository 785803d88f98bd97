import classes from "#features/access/approvals/web/LinkNote.module.css";
import { CopyLine } from "#web/ui/CopyLine.tsx";
import { useMessages } from "#web/useMessages.ts";

/** A link that an approved change created and that is not emailed, such as an invitation. Shown only once. */
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
