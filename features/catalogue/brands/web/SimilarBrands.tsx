import { useParams } from "@tanstack/react-router";
import { useDebouncedValue } from "@mantine/hooks";
import { useFormState, useWatch } from "react-hook-form";
import { brands } from "#features/catalogue/brands/contract.ts";
import { type BrandInput, brandLimits } from "#features/catalogue/brands/fields.ts";
import { countryName } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { SimilarRecords } from "#web/record/SimilarRecords.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const typingMs = 350;
const tellingMin = 3;

/** Brands with a similar name to the one being typed, to avoid duplicates. */
export function SimilarBrands() {
  const { id: exceptId }: { id?: string } = useParams({ strict: false });
  const t = useMessages("brands");
  const language = useLanguage();
  const name = useWatch<BrandInput, "name">({ name: "name" });
  const { defaultValues } = useFormState<BrandInput>();
  const [settled] = useDebouncedValue(name.trim(), typingMs);
  // No brand has a name that is too long, and the field shows the error.
  const isTelling =
    settled.length >= tellingMin && settled.length <= brandLimits.nameMax && settled !== defaultValues?.name;
  const { data } = useRead(
    brands.findSimilar,
    { name: settled, ...(exceptId === undefined ? {} : { exceptId }) },
    { isEnabled: isTelling },
  );
  const rows = isTelling ? (data?.rows ?? []) : [];
  const isSame = rows.some((row) => row.isSameName);
  return (
    <SimilarRecords
      rows={rows}
      isSame={isSame}
      title={t(isSame ? "similar.same" : "similar.alike")}
      path="/apps/brand/brands"
    >
      {({ code, country, status }) => (
        <>
          <bdi>{code}</bdi>
          {country && ` · ${countryName(language, country)}`} · {t(`status.${status}`)}
        </>
      )}
    </SimilarRecords>
  );
}
