import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { useCountryChoices } from "#web/record/useCountryChoices.ts";

type CountryFieldProps = { readonly name: string; readonly label: string };

/** A country by its name in the language of the screen. */
export function CountryField({ name, label }: CountryFieldProps) {
  return <ChoiceField name={name} label={label} choices={useCountryChoices()} isSearchable />;
}
