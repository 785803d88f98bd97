import { standardName } from "#base/halal.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { provenByKind } from "#features/halal/certificates/contract/vocabulary.ts";
import classes from "#features/halal/certificates/record/web/CertificateFacts.module.css";
import { dayTexts } from "#web/files/dayTexts.ts";
import { EvidenceBadge } from "#features/halal/certificates/web/EvidenceBadge.tsx";
import { countryName, formatDate, formatPlannedDay } from "#web/formats.ts";
import { IconAlertTriangle, IconLink, IconMapPin } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** A fact to find in the document, in the spellings that it may have there. */
export type FoundFact = { readonly name: string; readonly texts: readonly string[] };

type CertificateFactsProps = {
  readonly certificate: Certificate;
  /** The fact that is marked in the document. */
  readonly found: FoundFact | null;
  /** Null if there is no document. */
  readonly onFind: ((fact: FoundFact) => void) | null;
};

/** What a certificate states and how it was verified, in the order in which a reviewer compares it with the document. */
export function CertificateFacts({ certificate, found, onFind }: CertificateFactsProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { body, holder, standards, holderCountry: country } = certificate;
  const bodyName = body.nameI18n[language] ?? body.name;
  const findable = (name: string, texts: readonly string[], shown: ReactNode) => (
    <Findable isFound={found?.name === name} onFind={onFind && (() => onFind({ name, texts }))}>
      {shown}
    </Findable>
  );
  const day = (name: string, value: string | null) =>
    value && findable(name, dayTexts(value), formatPlannedDay(language, value));
  return (
    <dl className={classes.facts}>
      <Fact label={t("fields.evidenceLevel")}>
        <EvidenceBadge level={certificate.evidenceLevel} />
      </Fact>
      <Fact label={t("fields.nextCheckDueOn")} isWarned={certificate.isCheckOverdue}>
        {certificate.nextCheckDueOn && formatPlannedDay(language, certificate.nextCheckDueOn)}
      </Fact>
      <Fact label={t("fields.bodyId")}>
        {findable("body", [body.name, ...Object.values(body.nameI18n), body.acronym], `${body.acronym} · ${bodyName}`)}
      </Fact>
      <Fact label={t("fields.certificateNo")} isWarned={certificate.hasOddNumber}>
        {findable("number", [certificate.certificateNo], <bdi dir="ltr">{certificate.certificateNo}</bdi>)}
        <RegistryLink certificate={certificate} />
      </Fact>
      <Fact label={t("fields.holderName")} isWarned={certificate.hasOtherName}>
        {findable("holder", [certificate.holderName], <bdi>{certificate.holderName}</bdi>)}
        {certificate.hasOtherName && holder && (
          <span className={classes.other}>{t("knownAs", { name: holder.name })}</span>
        )}
      </Fact>
      <Fact label={t("fields.holderCountry")}>
        {country &&
          findable("country", [countryName("en", country), countryName("ar", country)], countryName(language, country))}
      </Fact>
      <Fact label={t("fields.holderAddress")} isLong>
        {certificate.holderAddress && findable("address", [certificate.holderAddress], certificate.holderAddress)}
      </Fact>
      <Fact label={t("provesLabel")}>{t(`proves.${provenByKind[certificate.kind]}`)}</Fact>
      <Fact label={t("fields.issuedOn")}>{day("issued", certificate.issuedOn)}</Fact>
      <Fact label={t("fields.validFrom")}>{day("from", certificate.validFrom)}</Fact>
      <Fact label={t(certificate.validityBasis === "open_ended" ? "fields.reviewDueOn" : "fields.expiresOn")}>
        {day(
          "until",
          certificate.validityBasis === "open_ended"
            ? certificate.reviewDueOn
            : (certificate.lastDay ?? certificate.expiresOn),
        )}
      </Fact>
      <Fact label={t("fields.timezone")}>
        <bdi dir="ltr">{certificate.timezone}</bdi>
      </Fact>
      <Fact label={t("fields.standardIds")}>
        {standards.length > 0 &&
          findable(
            "standards",
            standards.flatMap((standard) => [standardName(standard), standard.code]),
            <bdi dir="ltr">{standards.map(standardName).join(", ")}</bdi>,
          )}
      </Fact>
      <Scope certificate={certificate} />
      <LookedAt certificate={certificate} />
    </dl>
  );
}

function RegistryLink({ certificate: { registryLink, body } }: Pick<CertificateFactsProps, "certificate">) {
  const t = useMessages("certificates");
  if (registryLink === null) return null;
  return (
    <a href={registryLink} target="_blank" rel="noreferrer" aria-label={t("openRegistry", { body: body.acronym })}>
      <IconLink size={15} aria-hidden />
    </a>
  );
}

/** What it covers, and on which terms. */
function Scope({ certificate }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  const { sites, schemeCode, productCategoryCodes, scopeText } = certificate;
  return (
    <>
      <Fact label={t("fields.kind")}>{t(`kind.${certificate.kind}`)}</Fact>
      <Fact label={t("fields.slaughterMethod")}>{t(`slaughterMethod.${certificate.slaughterMethod}`)}</Fact>
      <Fact label={t("fields.stunningPolicy")}>{t(`stunningPolicy.${certificate.stunningPolicy}`)}</Fact>
      <Fact label={t("fields.schemeCode")}>
        {schemeCode && t(`schemeCode.${schemeCode}`, { defaultValue: schemeCode })}
      </Fact>
      <Fact label={t("fields.reviewer")}>{certificate.reviewer && <bdi>{certificate.reviewer.name}</bdi>}</Fact>
      <Fact label={t("fields.productCategoryCodes")} isLong>
        {productCategoryCodes.length > 0 && (
          <ul className={classes.several}>
            {productCategoryCodes.map((code) => (
              <li key={code}>
                {code} · {t(`productCategory.${code}`)}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact label={t("fields.scopeText")} isLong>
        {scopeText}
      </Fact>
      <Fact label={t("fields.sites")} isLong>
        {sites.length > 0 && <SiteNames certificate={certificate} />}
      </Fact>
    </>
  );
}

/** Who verified it and who checked it later; the method shown is that of the latest check. */
function LookedAt({ certificate }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { verifiedAt, verifiedBy, lastCheckedAt, lastCheckedBy, verificationMethod } = certificate;
  const how = verificationMethod && ` · ${t(`verificationMethod.${verificationMethod}`)}`;
  return (
    <>
      {verifiedAt && (
        <Fact label={t("fields.verifiedBy")}>
          {verifiedBy && (
            <>
              <bdi>{verifiedBy.name}</bdi>
              {" · "}
            </>
          )}
          {formatDate(language, verifiedAt)}
          {lastCheckedAt === null && how}
        </Fact>
      )}
      {lastCheckedAt && (
        <Fact label={t("fields.lastCheckedBy")}>
          {lastCheckedBy && (
            <>
              <bdi>{lastCheckedBy.name}</bdi>
              {" · "}
            </>
          )}
          {formatDate(language, lastCheckedAt)}
          {how}
        </Fact>
      )}
    </>
  );
}

/** The locations by name; those of a retailer link to it. */
function SiteNames({ certificate: { sites, places } }: { readonly certificate: Certificate }) {
  const retailersByPlace = new Map(places.map(({ locationId, retailerId }) => [locationId, retailerId]));
  return (
    <ul className={classes.several}>
      {sites.map(({ id, name, locationId }) => {
        const retailerId = retailersByPlace.get(locationId ?? "");
        return (
          <li key={id}>
            {retailerId === undefined ? (
              <bdi>{name}</bdi>
            ) : (
              <Link to={`/apps/retailer/retailers/${retailerId}`} search={{ tab: "locations" }}>
                <IconMapPin size={14} aria-hidden />
                <bdi>{name}</bdi>
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type FindableProps = {
  readonly isFound: boolean;
  readonly onFind: (() => void) | null;
  readonly children: ReactNode;
};

/** A value that is marked in the document when it has the focus. */
function Findable({ isFound, onFind, children }: FindableProps) {
  const t = useMessages("certificates");
  if (onFind === null) return children;
  return (
    <button
      type="button"
      className={classes.find}
      aria-pressed={isFound}
      title={t("documents.find")}
      onFocus={onFind}
      // Not every browser focuses a button that is clicked.
      onClick={onFind}
    >
      {children}
    </button>
  );
}

type FactProps = {
  readonly label: string;
  readonly isWarned?: boolean;
  /** Long text, shown over the full width, as it was entered. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
};

/** A long fact is left out if it is empty. */
const Fact = ({ label, isWarned = false, isLong = false, children }: FactProps) =>
  isLong && !children ? null : (
    <div data-warned={isWarned || undefined} data-long={isLong || undefined}>
      <dt>
        {label}
        {isWarned && <IconAlertTriangle size={14} aria-hidden />}
      </dt>
      <dd {...(isLong ? { dir: "auto" } : {})}>{children || "–"}</dd>
    </div>
  );
