import { useDebouncedValue } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useFormState, useWatch } from "react-hook-form";
import { type BrandInput, brands } from "#features/brands/contract.ts";
import classes from "#features/brands/web/SimilarBrands.module.css";
import { countryName } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

const typingMs = 350;
const tellingMin = 3;

/** Brands with a name like the one that is being typed, so that nobody makes the same brand twice. */
export function SimilarBrands({ exceptId }: { readonly exceptId: string | null }) {
  const t = useWords("brands");
  const language = useLanguage();
  const name = useWatch<BrandInput, "name">({ name: "name" });
  const { defaultValues } = useFormState<BrandInput>();
  const [settled] = useDebouncedValue(name.trim(), typingMs);
  const isTelling = settled.length >= tellingMin && settled !== defaultValues?.name;
  const { data } = useRead(
    brands.findSimilar,
    { name: settled, ...(exceptId === null ? {} : { exceptId }) },
    { isEnabled: isTelling },
  );
  const rows = isTelling ? (data?.rows ?? []) : [];
  return (
    <div role="status" className={classes.place}>
      {rows.length > 0 && (
        <div className={classes.note} data-same={rows.some((row) => row.isSameName) || undefined}>
          <IconAlertTriangle size={18} aria-hidden />
          <div>
            <p>{t(rows.some((row) => row.isSameName) ? "similar.same" : "similar.alike")}</p>
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <Link to={`/apps/brand/brands/${row.id}`} target="_blank">
                    <bdi>{row.name}</bdi>
                  </Link>{" "}
                  <span>
                    <bdi>{row.code}</bdi>
                    {row.country && ` · ${countryName(language, row.country)}`} · {t(`status.${row.status}`)}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}
