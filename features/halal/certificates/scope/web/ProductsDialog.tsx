import { Alert, Button, Checkbox, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { printedGtin } from "#base/gtin.ts";
import { type ProductRow, products } from "#features/catalogue/products/contract.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import classes from "#features/halal/certificates/scope/web/ProductsDialog.module.css";
import {
  isLinkable,
  type ListedProduct,
  useProductLines,
} from "#features/halal/certificates/scope/web/useProductLines.ts";
import { pickBrand, pickCategory } from "#features/halal/certificates/web/usePickables.ts";
import { Thumbnail } from "#web/files/FilePicture.tsx";
import { formatNumber } from "#web/formats.ts";
import { sortLanguageOf } from "#web/list/sortLanguage.ts";
import { useRead } from "#web/operations.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconSearch } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ProductsDialogProps = { readonly certificate: Certificate; readonly onClose: () => void };

const typingMs = 250;
const shownMax = 100;

/** Products for the scope of a certificate, searched and selected, many at once. */
export function ProductsDialog({ certificate, onClose }: ProductsDialogProps) {
  const t = useMessages("certificates");
  const shellMessages = useMessages();
  const language = useLanguage();
  // Kept over other searches and filters, so that products are added in one go.
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedProduct>>(new Map());
  const { list, isPending, error } = useProductLines();
  const confirm = async () => {
    if (await list(certificate, [...chosen.values()])) onClose();
  };
  return (
    <Dialog
      isOpen
      title={t("products.title")}
      onClose={onClose}
      widthPx={640}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button disabled={chosen.size === 0} loading={isPending} onClick={() => void confirm()}>
            {t("products.confirm", { count: chosen.size, figure: formatNumber(language, chosen.size) })}
          </Button>
        </>
      }
    >
      {error != null && (
        <Alert color="red" mb="md" role="alert">
          {textOf(error)}
        </Alert>
      )}
      <ProductSearch certificate={certificate} chosen={chosen} onChoose={setChosen} />
    </Dialog>
  );
}

type ProductSearchProps = {
  readonly certificate: Certificate;
  readonly chosen: ReadonlyMap<string, ListedProduct>;
  readonly onChoose: (chosen: ReadonlyMap<string, ListedProduct>) => void;
};

function ProductSearch({ certificate, chosen, onChoose }: ProductSearchProps) {
  const t = useMessages("certificates");
  const recordMessages = useMessages("record");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  const [brand, setBrand] = useState(certificate.holderBrandId);
  const [category, setCategory] = useState<string | null>(null);
  const found = useRead(
    products.list,
    {
      sort: "name",
      ...sortLanguageOf(useLanguage()),
      limit: shownMax,
      count: "none",
      ...(search === "" ? {} : { search }),
      ...(brand === null ? {} : { brand: [brand] }),
      ...(category === null ? {} : { category: [category] }),
    },
    { keepsPrevious: true },
  );
  const nothingFound = recordMessages("nothingFound");
  return (
    <>
      <TextInput
        label={t("products.search")}
        leftSection={<IconSearch size={16} aria-hidden />}
        dir={typed === "" ? undefined : "auto"}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
      <div className={classes.filters}>
        <RecordPicker
          label={t("products.brand")}
          source={pickBrand}
          nothingFound={nothingFound}
          clearable
          value={brand}
          onChange={setBrand}
        />
        <RecordPicker
          label={t("products.category")}
          source={pickCategory}
          nothingFound={nothingFound}
          clearable
          value={category}
          onChange={setCategory}
        />
      </div>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : found.data ? (
        <Found certificate={certificate} rows={found.data.rows} chosen={chosen} onChoose={onChoose} />
      ) : (
        <SkeletonRows rows={5} rowPx={52} />
      )}
    </>
  );
}

function Found({ certificate, rows, chosen, onChoose }: ProductSearchProps & { readonly rows: readonly ProductRow[] }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { data: lines } = useRead(certificates.listLines, { id: certificate.id });
  const there = new Set(lines?.rows.flatMap(({ product }) => product?.id ?? []));
  const free = rows.filter(({ id }) => !there.has(id));
  const count = free.filter(({ id }) => chosen.has(id)).length;
  const put = (changed: readonly ProductRow[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const product of changed)
      if (isChosen) next.set(product.id, listedOf(product));
      else next.delete(product.id);
    onChoose(next);
  };
  const factsOf = (product: ProductRow) => {
    if (there.has(product.id)) return t("products.there");
    if (!isLinkable(certificate, listedOf(product))) return t("products.otherBrand");
    return [product.brand.nameI18n[language] ?? product.brand.name, product.gtin && printedGtin(product.gtin)]
      .filter(Boolean)
      .join(" · ");
  };
  if (rows.length === 0) return <p className={classes.none}>{t("products.none")}</p>;
  return (
    <>
      <ul className={classes.products}>
        {free.length > 1 && (
          <li>
            <Checkbox
              label={<b>{t("products.all")}</b>}
              checked={count === free.length}
              indeterminate={count > 0 && count < free.length}
              onChange={({ currentTarget }) => put(free, currentTarget.checked)}
            />
          </li>
        )}
        {rows.map((product) => (
          <li key={product.id}>
            <Checkbox
              label={
                <span className={classes.product}>
                  <Thumbnail image={product.image} sizePx={24} />
                  <bdi>{product.nameI18n[language] ?? product.name}</bdi>
                </span>
              }
              description={factsOf(product)}
              disabled={there.has(product.id)}
              checked={there.has(product.id) || chosen.has(product.id)}
              onChange={({ currentTarget }) => put([product], currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      {rows.length === shownMax && (
        <p className={classes.none}>{t("products.more", { figure: formatNumber(language, shownMax) })}</p>
      )}
    </>
  );
}

const listedOf = ({ id, name, gtin, brand }: ProductRow): ListedProduct => ({
  id,
  name,
  gtin,
  brandId: brand.id,
  brandName: brand.name,
});
