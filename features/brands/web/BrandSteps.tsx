import { type Brand, brandLimits, brands } from "#features/brands/contract.ts";
import { type BrandVerb, isFelt, verbOf } from "#features/brands/rules.ts";
import { RecordSteps } from "#web/record/RecordSteps.tsx";
import {
  IconArchive,
  IconArrowBackUp,
  IconCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconX,
} from "#web/ui/icons.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

const icons: Readonly<Record<BrandVerb, typeof IconCheck>> = {
  submit: IconSend,
  approve: IconCheck,
  reject: IconX,
  suspend: IconPlayerPause,
  reactivate: IconPlayerPlay,
  reopen: IconArrowBackUp,
  archive: IconArchive,
};
const leading: ReadonlySet<BrandVerb> = new Set(["submit", "approve", "reactivate"]);

/** What may happen to a brand now: its next steps, and what is seldom done in a menu. */
export function BrandSteps({ brand }: { readonly brand: Brand }) {
  const t = useWords("brands");
  const language = useLanguage();
  return (
    <RecordSteps
      record={brand}
      named={brand.nameI18n[language] ?? brand.name}
      path="/apps/brand/brands"
      t={t}
      verbOf={(to) => verbOf(brand.status, to)}
      icons={icons}
      leading={leading}
      operations={brands}
      refreshes={[brands.list, brands.countByStatus, brands.get, brands.activity]}
      reasonMax={brandLimits.statusReasonMax}
      final="archived"
      felt={{ preview: brands.previewStatus, isFelt: ({ to }) => isFelt(to) }}
    />
  );
}
