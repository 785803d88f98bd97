import { LanguageButton } from "#web/ui/LanguageButton.tsx";
import { SchemeButton } from "#web/ui/SchemeButton.tsx";

/** How this person wants to see the product. */
export const PreferenceButtons = () => (
  <>
    <LanguageButton />
    <SchemeButton />
  </>
);
