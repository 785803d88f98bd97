import { lazy } from "react";
import { countryCodes } from "#base/countries.ts";
import { memberRecords, members, type MemberStatus, type MemberTypes } from "#features/loyalty/members/contract.ts";
import { memberName } from "#features/loyalty/members/rules.ts";
import { MemberActions } from "#features/loyalty/members/web/MemberActions.tsx";
import { countryName, formatDate, formatNumber } from "#web/formats.ts";
import type { Draw } from "#web/list/defineList.ts";
import { recordScreens } from "#web/records/recordScreens.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

type MemberRow = MemberTypes["row"];

const tones: Readonly<Record<MemberStatus, Tone>> = { active: "ok", frozen: "warn", closed: "mute", erased: "mute" };
const badge: Draw<Pick<MemberRow, "status">, `status.${MemberStatus}`> = ({ status }, { t }) => (
  <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>
);

/** A masked contact or a number, left to right in every language. */
const code = (text: string | null) => text && <bdi dir="ltr">{text}</bdi>;

export const memberScreens = recordScreens(memberRecords, members, {
  path: "/apps/promocode/members",
  nameOf: memberName,
  badge,
  facts: ({ memberNumber, country, createdAt }, { t, language }) => [
    ...(memberNumber ? [code(memberNumber)] : []),
    ...(country ? [countryName(language, country)] : []),
    t("since", { day: formatDate(language, createdAt) }),
  ],
  Actions: MemberActions,
  Note: lazy(() =>
    import("#features/loyalty/members/web/MemberStatusNote.tsx").then((module) => ({
      default: module.MemberStatusNote,
    })),
  ),
  form: () => import("#features/loyalty/members/web/MemberForm.tsx"),
  isReadOnly: ({ status, mergedInto }) => status === "erased" || mergedInto !== null,
  formats: {
    certifierIds: (ids: readonly string[], { t, language }) =>
      ids.length === 0 ? [] : t("certifiers", { count: ids.length, figure: formatNumber(language, ids.length) }),
  },
  // Masked contacts can't be copied, and no two members share one.
  copied: () => ({ memberNumber: null, email: null, phone: null, displayName: null }),
  columns: {
    displayName: {},
    memberNumber: { cell: ({ memberNumber }) => code(memberNumber) },
    email: { cell: ({ email }) => code(email) },
    phone: { cell: ({ phone }) => code(phone) },
    country: {},
    language: { isHidden: true },
    status: {},
    createdAt: {},
    updatedAt: { isHidden: true },
  },
  card: {
    facts: ({ memberNumber, email, phone, country }, { language }) => [
      code(memberNumber ?? email ?? phone),
      country && countryName(language, country),
    ],
    mark: badge,
  },
  filters: [
    "status",
    { kind: "choice", name: "country", codes: countryCodes, wordOf: (each, language) => countryName(language, each) },
    "language",
  ],
  views: ["active", "frozen", "closed", "erased"],
  initialOrder: { sort: "createdAt", direction: "desc" },
});
