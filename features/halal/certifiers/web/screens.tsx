import { lazy } from "react";
import { countryCodes } from "#base/countries.ts";
import { certifiers, recognitions } from "#features/halal/certifiers/contract.ts";
import {
  type Certifier,
  certifierRecord,
  type CertifierTypes,
} from "#features/halal/certifiers/contract/certifiers.ts";
import type { Accreditation, Source } from "#features/halal/certifiers/fields.ts";
import { CertifierActions } from "#features/halal/certifiers/web/CertifierActions.tsx";
import { countryName, formatDate } from "#web/formats.ts";
import { nameWidth, textWidth } from "#web/list/widthLimits.ts";
import type { CellContext } from "#web/list/defineList.ts";
import { LogoMark } from "#web/record/LogoMark.tsx";
import { StatusNote } from "#web/record/StatusNote.tsx";
import { recordScreens } from "#web/records/recordScreens.ts";
import type { Language } from "#web/screens.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const logoPx = { small: 24, large: 40, page: 48 } as const;

const nameIn = ({ name, nameI18n }: Pick<Certifier, "name" | "nameI18n">, language: Language) => (
  <bdi key="name">{nameI18n[language] ?? name}</bdi>
);

export const certifierScreens = recordScreens(certifierRecord, certifiers, {
  path: "/apps/certifier/bodies",
  nameOf: ({ acronym }) => acronym,
  picture: ({ id, acronym, logoFileId }, size) => (
    <LogoMark id={id} name={acronym} logoFileId={logoFileId} sizePx={logoPx[size]} />
  ),
  badge: ({ status }, { t }) =>
    status !== "active" && (
      <StatusBadge tone={status === "suspended" ? "error" : "mute"}>{t(`status.${status}`)}</StatusBadge>
    ),
  facts: (certifier, { t, language }) => [
    nameIn(certifier, language),
    countryName(language, certifier.country),
    t(`kind.${certifier.kind}`),
    t("certificates", { count: certifier.certificateCount }),
  ],
  Actions: CertifierActions,
  Note: SuspensionNote,
  tabs: {
    recognition: {
      Panel: lazy(async () => {
        const module = await import("#features/halal/certifiers/web/CertifierRecognitions.tsx");
        return { default: module.CertifierRecognitions };
      }),
      needs: async () => recognitions.list,
    },
  },
  form: () => import("#features/halal/certifiers/web/CertifierForm.tsx"),
  impactFields: ["accreditations"],
  formats: {
    logoFileId: (_, { t }) => t("aPicture"),
    accreditations: (accreditations: readonly Accreditation[]) =>
      accreditations.map(({ accreditor, scopeText }) => `${accreditor} (${scopeText})`),
    sources: (sources: readonly Source[]) => sources.map(({ title }) => title),
  },
  columns: {
    acronym: { width: textWidth },
    name: { width: nameWidth, edit: { field: "name" }, cell: (row, { language }) => nameIn(row, language) },
    country: {},
    kind: { isQuiet: true },
    renewal: {
      cell: ({ renewalFromDays: from, renewalToDays: to }: CertifierTypes["row"], { t }: CellContext<"renewalDays">) =>
        from !== null && to !== null && t("renewalDays", { from, to }),
    },
    defaultStunningPolicy: { isHidden: true },
    status: {
      isHidden: true,
      cell: ({ status }, { t }) => (
        <StatusBadge tone={status === "active" ? "ok" : "mute"}>{t(`status.${status}`)}</StatusBadge>
      ),
    },
    updatedAt: { isHidden: true },
  },
  card: {
    facts: (row, { language, t }) => [
      nameIn(row, language),
      `${countryName(language, row.country)} · ${t(`kind.${row.kind}`)}`,
    ],
  },
  filters: [
    "status",
    { kind: "choice", name: "country", codes: countryCodes, wordOf: (code, language) => countryName(language, code) },
    "kind",
  ],
  views: ["suspended", "archived"],
  initialOrder: { sort: "acronym", direction: "asc" },
});

/** The day and the reason of a suspension. */
function SuspensionNote({ record: { status, statusReason, statusChangedAt } }: { readonly record: Certifier }) {
  const t = useMessages("certifiers");
  const language = useLanguage();
  if (status !== "suspended") return null;
  return (
    <StatusNote
      lead={t("suspendedSince", { day: formatDate(language, statusChangedAt) })}
      reasons={statusReason === null ? [] : [{ key: "reason", text: statusReason, isBlocking: false }]}
    />
  );
}
