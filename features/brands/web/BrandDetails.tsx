import { type Brand, type BrandInput, brands } from "#features/brands/contract.ts";
import { brandDecisions } from "#features/brands/contract/statuses.ts";
import { emptyBrand } from "#features/brands/rules.ts";
import { BrandForm } from "#features/brands/web/BrandForm.tsx";
import { useBrandSource } from "#features/brands/web/useBrandSource.ts";
import { useBrandTexts } from "#features/brands/web/useBrandTexts.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSavedToast } from "#web/record/useSavedToast.ts";
import { useWantedField } from "#web/record/useWantedField.ts";
import { useCan } from "#web/session.tsx";

type BrandDetailsProps = {
  readonly brand: Brand;
  /** A field that somebody wants to fill in. */
  readonly wanted: keyof BrandInput | null;
  /** It has been gone to. */
  readonly onReached: () => void;
};

/** The fields of a brand, to read and to change. */
export function BrandDetails({ brand, wanted, onReached }: BrandDetailsProps) {
  const can = useCan();
  const texts = useBrandTexts(brand.defaultCurrency);
  const form = useRecordForm<BrandInput, Brand>(useBrandSource(brand.id), {
    record: brand,
    initial: emptyBrand,
    onSaved: useSavedToast(texts),
  });
  useWantedField({ setFocus: form.form.setFocus, wanted, onReached });
  return (
    <RecordFormView
      form={form}
      texts={texts}
      isReadOnly={brand.status === "archived" || !can(brands.update)}
      decisions={{ of: brandDecisions, status: brand.status }}
    >
      <BrandForm exceptId={brand.id} />
    </RecordFormView>
  );
}
