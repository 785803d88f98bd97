import styles from "#web/layout/ViewAsBanner.module.css";
import { useSignedInUser } from "#web/session.tsx";
import { IconEye } from "#web/ui/icons.ts";
import { useViewAs } from "#web/useViewAs.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Shows whom the user is viewing as, with a button to stop. */
export function ViewAsBanner() {
  const messages = useMessages();
  const language = useLanguage();
  const viewedAs = useSignedInUser()?.viewedAs;
  const { stop, isPending } = useViewAs();
  if (!viewedAs) return null;
  return (
    <div className={styles.banner} role="status" data-viewed-as>
      <IconEye size={18} aria-hidden="true" />
      <span>{messages("frame.viewingAs", { title: viewedAs.titleI18n[language] ?? viewedAs.title })}</span>
      <button type="button" className={styles.stop} disabled={isPending} onClick={() => void stop()}>
        {messages("frame.stopViewing")}
      </button>
    </div>
  );
}
