import { useMemo } from "react";
import { printedGtin } from "#base/gtin.ts";
import type { Product } from "#features/catalogue/products/contract/product.ts";
import { pickBrand, pickCategory } from "#features/catalogue/products/web/usePickables.ts";
import { usePicked } from "#web/list/usePicking.ts";
import { countryName, currencyName, languageName } from "#web/formats.ts";
import { amountText } from "#web/record/amount.ts";
import { formatBps } from "#web/record/formatBps.ts";
import type { FieldTexts } from "#web/record/fieldTexts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type Known = Pick<Product, "brandId" | "categoryId" | "rrpCurrency">;

/** Fields whose values are codes, and where their words are. */
const coded = new Map([
  ["status", "status"],
  ["halalClaim", "halalClaims"],
  ["netUnit", "units"],
]);

/** What the fields of a product are called, and how their values read: in the history and in a conflict. */
export function useProductTexts(product: Known | null): FieldTexts {
  const t = useMessages("products");
  const recordWords = useMessages("record");
  const language = useLanguage();
  const [brand] = usePicked(pickBrand, product ? [product.brandId] : []);
  const [category] = usePicked(pickCategory, product?.categoryId ? [product.categoryId] : []);
  const currency = product?.rrpCurrency ?? null;
  return useMemo(() => {
    const names = new Map([brand, category].flatMap((each) => (each ? [[each.id, each.name] as const] : [])));
    const listOf = (texts: readonly string[]) =>
      texts.length === 0 ? recordWords("empty") : texts.join(recordWords("comma"));
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return recordWords("empty");
      if (path === "images") return t("imagesCount", { count: (value as unknown[]).length });
      if (path === "allergens")
        return listOf((value as string[]).map((each) => t(`allergens.${each}`, { defaultValue: each })));
      if (Array.isArray(value)) return listOf(value.map(String));
      if (typeof value === "object") {
        return listOf(Object.entries(value).map(([tag, text]) => `${languageName(language, tag)}: ${String(text)}`));
      }
      if (typeof value === "boolean") return recordWords(`flags.${value ? "yes" : "no"}`);
      if (path === "cashbackBps" && typeof value === "number") return formatBps(language, value);
      if (path === "rrpMinor" && typeof value === "number") return amountText(value, currency ?? "");
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const words = coded.get(path);
      if (words !== undefined) return t(`${words}.${text}`, { defaultValue: text });
      if (path === "countryOfOrigin") return countryName(language, text);
      if (path === "rrpCurrency") return `${text} – ${currencyName(language, text)}`;
      if (path === "gtin" && /^\d{14}$/.test(text)) return printedGtin(text);
      // Of those that it had before only the id is known.
      return path === "brandId" || path === "categoryId" ? (names.get(text) ?? t("another")) : text;
    };
    const labelOf = (path: string): string => {
      const [field = "", tag] = path.split(".");
      if (tag === undefined) return t(`fields.${field}`, { defaultValue: field });
      return t("fieldIn", {
        field: t(`fields.${field.replace("I18n", "")}`, { defaultValue: field }),
        language: languageName(language, tag),
      });
    };
    return { labelOf, textOf };
  }, [t, recordWords, language, currency, brand, category]);
}
