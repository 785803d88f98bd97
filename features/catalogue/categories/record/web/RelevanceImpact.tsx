import { Alert } from "@mantine/core";
import { useWatch } from "react-hook-form";
import { losesRequirement } from "#base/impact.ts";
import { type Category, categories } from "#features/catalogue/categories/contract.ts";
import { asksMore } from "#features/catalogue/categories/rules.ts";
import type { CategoryValues } from "#features/catalogue/categories/record/web/useCategoryMutations.ts";
import { ImpactText } from "#features/catalogue/categories/web/ImpactText.tsx";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";

/** Previews the effects of a changed halal relevance or meat setting before it is saved. */
export function RelevanceImpact({ category }: { readonly category: Category }) {
  const can = useCan();
  const [halalRelevance, containsMeat] = useWatch<CategoryValues, ["halalRelevance", "containsMeat"]>({
    name: ["halalRelevance", "containsMeat"],
  });
  const isOther = halalRelevance !== category.halalRelevance || containsMeat !== category.containsMeat;
  const isChanged = isOther && category.productCount > 0;
  const { data } = useRead(
    categories.previewRelevance,
    { id: category.id, halalRelevance, containsMeat },
    { isEnabled: isChanged && can(categories.previewRelevance) },
  );
  return (
    <div role="status">
      {isChanged && data && data.products > 0 && (
        <Alert color={asksMore(data) || losesRequirement(data.consequences) ? "yellow" : "blue"}>
          <ImpactText impact={data} />
        </Alert>
      )}
    </div>
  );
}
