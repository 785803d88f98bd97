import { LanguageButton } from "#web/ui/LanguageButton.tsx";
import { SchemeButton } from "#web/ui/SchemeButton.tsx";

/** The user's display preferences. */
export const PreferenceButtons = () => (
  <>
    <LanguageButton />
    <SchemeButton />
  </>
);
