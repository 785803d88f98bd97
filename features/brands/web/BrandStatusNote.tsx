import { type Brand, type BrandInput, brands, type transitionBlockers } from "#features/brands/contract.ts";
import { formatDate } from "#web/formats.ts";
import { StatusNote, type StatusReason } from "#web/record/StatusNote.tsx";
import { useActivity } from "#web/record/useActivity.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type Blocker = (typeof transitionBlockers)[number];

type BrandStatusNoteProps = { readonly brand: Brand; readonly onFix: (name: keyof BrandInput) => void };

/** Where what is missing is filled in. */
const fieldsOf: Partial<Record<Blocker, keyof BrandInput>> = {
  country_missing: "country",
  contact_missing: "contactEmail",
  currency_missing: "defaultCurrency",
};

/** Why a brand is where it is, and what stands between it and the next step. An active brand without a word needs none. */
export function BrandStatusNote({ brand, onFix }: BrandStatusNoteProps) {
  const t = useWords("brands");
  const language = useLanguage();
  const { data } = useActivity(brands.activity, brand.id);
  const missing = [...new Set(brand.allowedTransitions.flatMap(({ blockers }) => blockers))].filter(
    (blocker) => fieldsOf[blocker] !== undefined,
  );
  if (brand.status === "active" && brand.statusReason === null && missing.length === 0) return null;
  const step = data?.pages[0]?.events.find(({ changes }) => changes.status?.after === brand.status);
  const said: StatusReason[] =
    brand.statusReason === null ? [] : [{ key: "reason", text: brand.statusReason, isBlocking: false }];
  const blocking = missing.map(
    (blocker): StatusReason => ({
      key: blocker,
      text: t(`blockers.${blocker}`),
      isBlocking: true,
      fix: { label: t("fillIn"), onFix: () => onFix(fieldsOf[blocker]!) },
    }),
  );
  return (
    <StatusNote
      lead={
        step
          ? t(`note.by.${brand.status}`, { who: step.actorName, day: formatDate(language, step.at) })
          : t(`note.plain.${brand.status}`)
      }
      reasons={[...said, ...blocking]}
      next={t(`note.next.${brand.status}`)}
    />
  );
}
