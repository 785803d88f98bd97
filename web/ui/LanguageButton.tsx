import { changeLanguage } from "#web/i18n.ts";
import { IconLanguage } from "#web/ui/icons.ts";
import styles from "#web/ui/LanguageButton.module.css";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Switches to the other language, in place. Its label is in that language, for users who need it. */
export function LanguageButton() {
  const messages = useMessages();
  const language = useLanguage();
  const other = language === "en" ? "ar" : "en";
  return (
    <button type="button" lang={other} className={styles.button} onClick={() => void changeLanguage(other)}>
      <IconLanguage size={18} aria-hidden="true" />
      {messages("frame.toOtherLanguage")}
    </button>
  );
}
