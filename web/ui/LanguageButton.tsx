import { changeLanguage } from "#web/i18n.ts";
import { IconLanguage } from "#web/ui/icons.ts";
import styles from "#web/ui/LanguageButton.module.css";
import { useLanguage, useWords } from "#web/useWords.ts";

/** Changes to the other language, in place. Names it in itself, so that whoever needs it can read it. */
export function LanguageButton() {
  const words = useWords();
  const language = useLanguage();
  const other = language === "en" ? "ar" : "en";
  return (
    <button type="button" lang={other} className={styles.button} onClick={() => void changeLanguage(other)}>
      <IconLanguage size={18} aria-hidden="true" />
      {words("frame.toOtherLanguage")}
    </button>
  );
}
