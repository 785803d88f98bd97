import { Checkbox } from "@mantine/core";
import { type Allergen, allergens } from "#features/catalogue/products/fields.ts";
import classes from "#features/catalogue/products/web/AllergensField.module.css";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The substances that must be named by law. */
export function AllergensField() {
  const t = useMessages("products");
  const { value, change, input } = useField<readonly Allergen[]>("allergens");
  return (
    <Checkbox.Group
      label={t("fields.allergens")}
      description={t("hints.allergens")}
      error={input.error}
      value={[...value]}
      // In the order of the law, so that the same choice is the same value.
      onChange={(chosen) => change(allergens.filter((allergen) => chosen.includes(allergen)))}
    >
      <div className={classes.boxes}>
        {allergens.map((allergen, index) => (
          <Checkbox
            key={allergen}
            ref={index === 0 ? input.ref : null}
            size="md"
            value={allergen}
            label={t(`allergens.${allergen}`)}
            onBlur={input.onBlur}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
