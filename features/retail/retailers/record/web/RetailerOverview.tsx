import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { KycBadge } from "#features/retail/retailers/kyc/web/KycBadge.tsx";
import partClasses from "#features/retail/retailers/record/web/Tab.module.css";
import classes from "#features/retail/retailers/record/web/RetailerOverview.module.css";
import { formatDate, formatNumber, formatPercent } from "#web/formats.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type PartName = "locations" | "contacts" | "kyc" | "products";
type RetailerOverviewProps = { readonly retailer: Retailer; readonly onShow: (part: PartName) => void };

/** A retailer at a glance: what it sells and where, its identity, and its place in its chain. */
export function RetailerOverview({ retailer, onShow }: RetailerOverviewProps) {
  const t = useMessages("retailers");
  const recordT = useMessages("record");
  const language = useLanguage();
  const figures: readonly (readonly [PartName, `${"products" | "stopped" | "locations" | "contacts"}Count`, number])[] =
    [
      ["products", "productsCount", retailer.productsCount],
      ["products", "stoppedCount", retailer.stoppedCount],
      ["locations", "locationsCount", retailer.locationsCount],
      ["contacts", "contactsCount", retailer.contactsCount],
    ];
  return (
    <div className={classes.parts}>
      <ul className={classes.figures}>
        {figures.map(([part, name, count]) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onShow(part)}
              data-warn={(name === "stoppedCount" && count > 0) || undefined}
            >
              <b>{formatNumber(language, count)}</b>
              <span>{t(`overview.${name}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <CardSection title={t("overview.who")}>
        <dl className={partClasses.facts}>
          <Fact title={t("fields.kycStatus")}>
            <KycBadge status={retailer.kycStatus}>{t(`kyc.${retailer.kycStatus}`)}</KycBadge>
            {retailer.kycExpiresOn && ` ${t("until", { day: formatDate(language, retailer.kycExpiresOn) })}`}
          </Fact>
          <Fact title={t("fields.legalName")}>{retailer.legalName && <bdi>{retailer.legalName}</bdi>}</Fact>
          <Fact title={t("fields.gln")}>{retailer.gln && <bdi>{retailer.gln}</bdi>}</Fact>
          <Fact title={t("fields.timezone")}>{retailer.timezone && <bdi dir="ltr">{retailer.timezone}</bdi>}</Fact>
          <Fact title={t("fields.commissionBps")}>
            {formatPercent(language, retailer.commissionBps / 10_000, retailer.commissionBps % 100 === 0 ? 0 : 2)}
          </Fact>
          <Fact title={t("fields.website")}>
            {retailer.website && (
              <a href={retailer.website} target="_blank" rel="noreferrer noopener" dir="ltr">
                {new URL(retailer.website).hostname}
              </a>
            )}
          </Fact>
          <Fact title={t("fields.social")}>
            {Object.entries(retailer.social).map(([kind, address]) => (
              <a key={kind} className={classes.social} href={address} target="_blank" rel="noreferrer noopener">
                {recordT(`social.${kind}`, { defaultValue: kind })}
              </a>
            ))}
          </Fact>
        </dl>
      </CardSection>
      <Chain retailer={retailer} />
    </div>
  );
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{isNone(children) ? <span className={classes.none}>–</span> : children}</dd>
  </div>
);

const isNone = (children: ReactNode) => !children || (Array.isArray(children) && children.length === 0);

/** The chain above it, and a link to its branches. */
function Chain({ retailer: { id, chain, branchesCount } }: { readonly retailer: Retailer }) {
  const t = useMessages("retailers");
  const language = useLanguage();
  if (chain.length === 0 && branchesCount === 0) return null;
  return (
    <CardSection
      title={t("overview.chain")}
      badge={
        branchesCount > 0 && (
          <LinkButton variant="default" size="compact-md" to="/apps/retailer/retailers" search={{ below: id }}>
            {t("branches", { count: branchesCount, figure: formatNumber(language, branchesCount) })}
          </LinkButton>
        )
      }
    >
      {chain.length > 0 && (
        <ol className={classes.chain}>
          {chain.toReversed().map((each) => (
            <li key={each.id}>
              <Link to={`/apps/retailer/retailers/${each.id}`}>
                <bdi>{each.name}</bdi>
              </Link>{" "}
              <bdi className={classes.none}>{each.code}</bdi>
            </li>
          ))}
        </ol>
      )}
    </CardSection>
  );
}
