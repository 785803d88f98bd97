import { standardName } from "#base/halal.ts";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { EffectiveState } from "#features/halal/certificates/contract/vocabulary.ts";
import classes from "#features/halal/certificates/public/web/PublicScreen.module.css";
import { StateBadge } from "#features/halal/certificates/web/StateBadge.tsx";
import { Brand } from "#web/layout/Brand.tsx";
import { countryName, formatDate, formatDateTime, formatHijriDate, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { LanguageButton } from "#web/ui/LanguageButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import type { PublicCertificate } from "#features/halal/certificates/public/contract.ts";

/** The public page of a certificate and its evidence, without a session. */
export function PublicScreen() {
  const t = useMessages("certificates");
  const { code = "" }: { code?: string } = useParams({ strict: false });
  useDocumentTitle(code);
  const { data, error, refetch } = useRead(certificates.readPublic, { code });
  const isUnknown = error instanceof Refusal && error.code === commonRefusals.not_found.code;
  return (
    <div className={classes.screen}>
      <header className={classes.bar}>
        <Brand />
        <LanguageButton />
      </header>
      <main className={classes.page} data-page>
        {isUnknown && <EmptyState title={t("public.unknownTitle")} text={t("public.unknownText", { code })} />}
        {error && !isUnknown && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={8} rowPx={48} />}
        {data && <PublicFacts certificate={data} />}
      </main>
    </div>
  );
}

function PublicFacts({ certificate }: { readonly certificate: PublicCertificate }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { body, effectiveState, supersededBy } = certificate;
  const bodyName = body.nameI18n[language] ?? body.name;
  return (
    <article>
      <p className={classes.over}>{t("public.over")}</p>
      <div className={classes.head}>
        <h1 tabIndex={-1}>
          <bdi dir="ltr">{certificate.certificateNo}</bdi>
        </h1>
        <StateBadge state={effectiveState as EffectiveState} />
      </div>
      <p className={classes.lead}>
        {t(`public.state.${effectiveState}`, {
          day: formatDate(language, certificate.stateChangedAt),
          defaultValue: effectiveState,
        })}
      </p>
      {certificate.isBodySuspended && <p className={classes.lead}>{t("public.bodySuspended", { body: bodyName })}</p>}
      {certificate.isReviewOverdue && <p className={classes.lead}>{t("public.reviewOverdue")}</p>}
      {supersededBy && (
        <p>
          <a href={`/certificates/${supersededBy}`}>{t("public.newer", { code: supersededBy })}</a>
        </p>
      )}
      <Evidence certificate={certificate} bodyName={bodyName} />
      <Facts certificate={certificate} bodyName={bodyName} />
      <Products certificate={certificate} />
      <p className={classes.foot}>
        {t("public.foot", { code: certificate.code, at: formatDateTime(language, certificate.toldAt) })}
      </p>
    </article>
  );
}

/** The evidence in words, with the day of the check and the address where visitors can check again. */
function Evidence({ certificate, bodyName }: { readonly certificate: PublicCertificate; readonly bodyName: string }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { evidenceLevel, verificationMethod, verifiedOn, lastCheckedOn, nextCheckDueOn, registryLink } = certificate;
  const lookedOn = lastCheckedOn ?? verifiedOn;
  return (
    <section className={classes.evidence} data-level={evidenceLevel}>
      <h2>{t("public.howWeKnow")}</h2>
      <p>{t(`public.evidence.${evidenceLevel}`, { body: bodyName, defaultValue: evidenceLevel })}</p>
      <p className={classes.dim}>
        {lookedOn &&
          t("public.lookedOn", {
            day: formatDate(language, lookedOn),
            how: verificationMethod
              ? t(`verificationMethod.${verificationMethod}`, { defaultValue: verificationMethod })
              : "–",
          })}
        {nextCheckDueOn && ` ${t("public.nextCheck", { day: formatDate(language, nextCheckDueOn) })}`}
      </p>
      {registryLink && (
        <a href={registryLink} target="_blank" rel="noreferrer">
          {t("openRegistry", { body: bodyName })}
        </a>
      )}
    </section>
  );
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children || "–"}</dd>
  </div>
);

type FactsProps = { readonly certificate: PublicCertificate; readonly bodyName: string };

function Facts({ certificate, bodyName }: FactsProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { body, standards, sites } = certificate;
  const day = (value: string | null) => value && `${formatDate(language, value)} · ${formatHijriDate(language, value)}`;
  return (
    <dl className={classes.facts}>
      <Fact label={t("fields.holderName")}>
        <bdi>{certificate.holderName}</bdi>
        {certificate.holderCountry && ` · ${countryName(language, certificate.holderCountry)}`}
      </Fact>
      <Fact label={t("fields.bodyId")}>
        {body.website ? (
          <a href={body.website} target="_blank" rel="noreferrer">
            {bodyName}
          </a>
        ) : (
          bodyName
        )}{" "}
        · {body.acronym} · {countryName(language, body.country)}
      </Fact>
      <Fact label={t("fields.standardIds")}>
        {standards.map((standard) => (
          <span key={standardName(standard)} className={classes.standard}>
            <bdi dir="ltr">{standardName(standard)}</bdi> – {standard.title}
          </span>
        ))}
      </Fact>
      <Fact label={t("fields.kind")}>{t(`kind.${certificate.kind}`, { defaultValue: certificate.kind })}</Fact>
      <Fact label={t("fields.issuedOn")}>{day(certificate.issuedOn)}</Fact>
      <Fact label={t("fields.validFrom")}>{day(certificate.validFrom)}</Fact>
      <Fact label={t("fields.expiresOn")}>
        {certificate.validityBasis === "open_ended"
          ? t("public.openEnded", {
              day: certificate.reviewDueOn ? formatDate(language, certificate.reviewDueOn) : "–",
            })
          : certificate.lastDay && t("public.endOfDay", { day: day(certificate.lastDay), zone: certificate.timezone })}
      </Fact>
      <Fact label={t("fields.slaughterMethod")}>
        {t(`slaughterMethod.${certificate.slaughterMethod}`, { defaultValue: certificate.slaughterMethod })}
      </Fact>
      <Fact label={t("fields.stunningPolicy")}>
        {t(`stunningPolicy.${certificate.stunningPolicy}`, { defaultValue: certificate.stunningPolicy })}
      </Fact>
      {sites.length > 0 && <Fact label={t("fields.sites")}>{sites.map(({ name }) => name).join(" · ")}</Fact>}
      {certificate.scopeText && <Fact label={t("fields.scopeText")}>{certificate.scopeText}</Fact>}
    </dl>
  );
}

function Products({ certificate }: { readonly certificate: PublicCertificate }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { products, productCount } = certificate;
  if (productCount === 0) return null;
  return (
    <section className={classes.products}>
      <h2>{t("public.products", { count: productCount, figure: formatNumber(language, productCount) })}</h2>
      <ul>
        {products.map(({ name, gtin }) => (
          <li key={`${name} ${gtin ?? ""}`}>
            <bdi>{name}</bdi>
            {gtin && <bdi dir="ltr">{gtin.replace(/^0+/, "")}</bdi>}
          </li>
        ))}
      </ul>
    </section>
  );
}
