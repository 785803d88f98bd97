import { type Brand, type BrandInput, brands } from "#features/brands/contract.ts";
import { type transitionBlockers } from "#features/brands/contract/statuses.ts";
import { LifeNote } from "#web/record/LifeNote.tsx";
import { useWords } from "#web/useWords.ts";

type Blocker = (typeof transitionBlockers)[number];

type BrandStatusNoteProps = { readonly brand: Brand; readonly onFix: (name: keyof BrandInput) => void };

/** Where what is missing is filled in. */
const fieldsOf: Partial<Record<Blocker, keyof BrandInput>> = {
  country_missing: "country",
  contact_missing: "contactEmail",
  currency_missing: "defaultCurrency",
};

/** Blockers without a field to fill in, which are shown anyway. */
const told: ReadonlySet<Blocker> = new Set(["second_person", "status_locked"]);

/** Why a brand is where it is, and what stands between it and the next step. */
export function BrandStatusNote({ brand, onFix }: BrandStatusNoteProps) {
  const t = useWords("brands");
  const missing = [...new Set(brand.allowedTransitions.flatMap(({ blockers }) => blockers))];
  return (
    <LifeNote
      activity={brands.activity}
      record={brand}
      settled="active"
      missing={missing.filter((blocker) => fieldsOf[blocker] !== undefined || told.has(blocker))}
      fixOf={(blocker) => {
        const field = fieldsOf[blocker];
        return field && (() => onFix(field));
      }}
      t={t}
    />
  );
}
