import { useMemo } from "react";
import { countryCodes } from "#base/countries.ts";
import { countryName } from "#web/formats.ts";
import { useLanguage } from "#web/useMessages.ts";

/** All countries by their names in the language of the screen, in its sort order. */
export function useCountryChoices(): { readonly value: string; readonly label: string }[] {
  const language = useLanguage();
  return useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return countryCodes
      .map((value) => ({ value, label: countryName(language, value) }))
      .sort((one, other) => compare(one.label, other.label));
  }, [language]);
}
