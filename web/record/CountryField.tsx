import { useMemo } from "react";
import { countryCodes } from "#base/countries.ts";
import { countryName } from "#web/formats.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { useLanguage } from "#web/useWords.ts";

type CountryFieldProps = { readonly name: string; readonly label: string };

/** A country by its name in the language of the screen. */
export function CountryField({ name, label }: CountryFieldProps) {
  const language = useLanguage();
  const choices = useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return countryCodes
      .map((value) => ({ value, label: countryName(language, value) }))
      .sort((one, other) => compare(one.label, other.label));
  }, [language]);
  return <ChoiceField name={name} label={label} choices={choices} isSearchable />;
}
