import { Link } from "@tanstack/react-router";
import type { Brand } from "#features/catalogue/brands/contract.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { EffectiveState } from "#features/halal/certificates/contract/vocabulary.ts";
import { formatDate } from "#web/formats.ts";
import { RelatedList } from "#web/record/RelatedList.tsx";
import { IconCertificate } from "#web/ui/icons.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const listPath = "/apps/cert/certs";

const tones: Readonly<Record<EffectiveState, Tone>> = {
  draft: "mute",
  submitted: "info",
  changes_requested: "warn",
  rejected: "error",
  upcoming: "info",
  valid: "ok",
  expiring: "warn",
  expired: "error",
  suspended: "error",
  withdrawn: "error",
  superseded: "mute",
};

/** Certificates that a brand holds or that name its products; the next to end comes first. */
export function BrandCertificates({ record: brand }: { readonly record: Brand }) {
  const t = useMessages("brands");
  const language = useLanguage();
  return (
    <RelatedList
      operation={certificates.list}
      filter={{ brandId: [brand.id] }}
      sort="endsAt"
      list={{ to: listPath, search: { brandId: brand.id, sort: "endsAt" } }}
      wordsOfAll={(count, figure) => t("certificates.all", { count, figure })}
      none={{
        icon: <IconCertificate aria-hidden />,
        title: t("certificates.none"),
        text: t("certificates.noneText"),
      }}
    >
      {({ id, certificateNo, body, lastDay, effectiveState }) => (
        <>
          <Link to={`${listPath}/${id}`}>
            <bdi dir="ltr">{certificateNo}</bdi>
          </Link>
          <bdi>{body.acronym}</bdi>
          <span>{lastDay === null ? t("certificates.openEnded") : formatDate(language, lastDay)}</span>
          <StatusBadge tone={tones[effectiveState]}>{t(`certificates.state.${effectiveState}`)}</StatusBadge>
        </>
      )}
    </RelatedList>
  );
}
