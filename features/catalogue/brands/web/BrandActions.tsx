import { type Brand, brands } from "#features/catalogue/brands/contract.ts";
import { brandLimits } from "#features/catalogue/brands/fields.ts";
import { brandLifecycle } from "#features/catalogue/brands/lifecycle.ts";
import { RecordActionButtons } from "#web/record/RecordActionButtons.tsx";
import {
  IconArchive,
  IconArrowBackUp,
  IconCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconX,
} from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type Action = NonNullable<ReturnType<typeof brandLifecycle.find>>["action"];

const icons: Readonly<Record<Action, typeof IconCheck>> = {
  submit: IconSend,
  approve: IconCheck,
  reject: IconX,
  suspend: IconPlayerPause,
  reactivate: IconPlayerPlay,
  reopen: IconArrowBackUp,
  archive: IconArchive,
};
const leading: ReadonlySet<Action> = new Set(["submit", "approve", "reactivate"]);

/** The transitions of a brand, and its rare actions in a menu. */
export function BrandActions({ record }: { readonly record: Brand }) {
  const t = useMessages("brands");
  const language = useLanguage();
  return (
    <RecordActionButtons
      record={record}
      named={record.nameI18n[language] ?? record.name}
      path="/apps/brand/brands"
      t={t}
      verbOf={(to) => brandLifecycle.actionTo(record, to)}
      icons={icons}
      leading={leading}
      operations={brands}
      refreshes={[brands.list, brands.countByStatus, brands.get, brands.activity]}
      reasonMax={brandLimits.statusReasonMax}
      final="archived"
      withImpact={{ preview: brands.previewStatus, hasImpact: ({ to }) => brandLifecycle.hasImpact(to) }}
    />
  );
}
