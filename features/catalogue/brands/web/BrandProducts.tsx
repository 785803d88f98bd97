import { Link } from "@tanstack/react-router";
import { printedGtin } from "#base/gtin.ts";
import type { Brand } from "#features/catalogue/brands/contract.ts";
import { type ProductRow, products } from "#features/catalogue/products/contract.ts";
import { Thumbnail } from "#web/files/FilePicture.tsx";
import { RelatedList } from "#web/record/RelatedList.tsx";
import { IconPackage, IconPlus } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const listPath = "/apps/brand-product/brand-products";

const tones: Readonly<Record<ProductRow["halal"]["state"], Tone>> = {
  certified: "ok",
  expiring: "warn",
  expired: "error",
  suspended: "error",
  scope_reduced: "error",
  unverified: "info",
  uncertified: "mute",
  not_required: "mute",
};

/** The first products of a brand, each with its halal status. */
export function BrandProducts({ record: brand }: { readonly record: Brand }) {
  const t = useMessages("brands");
  const language = useLanguage();
  return (
    <RelatedList
      operation={products.list}
      filter={{ brand: [brand.id] }}
      sort="name"
      list={{ to: listPath, search: { brand: brand.id } }}
      wordsOfAll={(count, figure) => t("products.all", { count, figure })}
      none={{ icon: <IconPackage aria-hidden />, title: t("products.none"), text: t("products.noneText") }}
      action={
        <LinkButton
          to={`${listPath}/new`}
          search={{ brand: brand.id }}
          operation={products.create}
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t("products.add")}
        </LinkButton>
      }
    >
      {({ id, code, name, nameI18n, gtin, status, halal, image }) => (
        <>
          <Link to={`${listPath}/${id}`}>
            <Thumbnail image={image} sizePx={32} />
            <bdi>{nameI18n[language] ?? name}</bdi>
          </Link>
          <bdi dir="ltr">{gtin === null ? code : printedGtin(gtin)}</bdi>
          <span>{t(`products.status.${status}`)}</span>
          <StatusBadge tone={tones[halal.state]}>{t(`products.halal.${halal.state}`)}</StatusBadge>
        </>
      )}
    </RelatedList>
  );
}
