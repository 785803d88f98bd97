import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { allergens, type ProductInput } from "#features/catalogue/products/fields.ts";
import { hintsIn } from "#features/catalogue/products/rules.ts";
import classes from "#features/catalogue/products/web/IngredientHints.module.css";
import { IconSparkles } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const typingMs = 350;
const flags = ["isAnimalDerived", "isAlcoholDerived", "containsGelatine", "containsMeat"] as const;

/** Hints of the ingredients that the form does not have yet. The user takes them over, or leaves them. */
export function IngredientHints() {
  const t = useMessages("products");
  const recordMessages = useMessages("record");
  const { setValue } = useFormContext<ProductInput>();
  const values = useWatch<ProductInput>();
  const { ingredients, ingredientsI18n, eNumbers = [], allergens: named = [] } = values;
  const written = [ingredients ?? "", ...Object.values(ingredientsI18n ?? {})].join("\n");
  const [text] = useDebouncedValue(written, typingMs);
  const hints = useMemo(() => hintsIn([text]), [text]);
  const newNumbers = hints.eNumbers.filter((number) => !eNumbers.includes(number));
  const newAllergens = hints.allergens.filter((allergen) => !named.includes(allergen));
  // A flag that was answered with yes or no is not asked again.
  const newFlags = flags.filter((flag) => hints[flag] && (values[flag] ?? null) === null);
  const hasHints = newNumbers.length + newAllergens.length + newFlags.length > 0;
  const take = () => {
    const how = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    setValue("eNumbers", [...eNumbers, ...newNumbers], how);
    setValue(
      "allergens",
      allergens.filter((each) => named.includes(each) || newAllergens.includes(each)),
      how,
    );
    for (const flag of newFlags) setValue(flag, true, how);
  };
  return (
    <div role="status" className={classes.place}>
      {hasHints && (
        <div className={classes.note}>
          <IconSparkles size={18} aria-hidden />
          <div className={classes.text}>
            <p>{t("found.lead")}</p>
            <ul>
              {newNumbers.length > 0 && (
                <li>{t("found.eNumbers", { numbers: newNumbers.join(recordMessages("comma")) })}</li>
              )}
              {newAllergens.length > 0 && (
                <li>
                  {t("found.allergens", {
                    allergens: newAllergens.map((each) => t(`allergens.${each}`)).join(recordMessages("comma")),
                  })}
                </li>
              )}
              {newFlags.map((flag) => (
                <li key={flag}>{t(`found.${flag}`)}</li>
              ))}
            </ul>
          </div>
          <Button variant="default" onClick={take}>
            {t("found.take")}
          </Button>
        </div>
      )}
    </div>
  );
}
