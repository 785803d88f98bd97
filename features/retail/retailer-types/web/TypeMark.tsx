import type { TypeIcon } from "#features/retail/retailer-types/fields.ts";
import classes from "#features/retail/retailer-types/web/TypeMark.module.css";
import {
  IconBread,
  IconBuildingStore,
  IconCategory,
  IconCoffee,
  IconMeat,
  IconPill,
  IconPlaneDeparture,
  IconShirt,
  IconSparkles,
  IconToolsKitchen2,
  IconWorldWww,
} from "#web/ui/icons.ts";

const icons: Readonly<Record<TypeIcon, typeof IconCategory>> = {
  store: IconBuildingStore,
  butcher: IconMeat,
  restaurant: IconToolsKitchen2,
  cafe: IconCoffee,
  bakery: IconBread,
  pharmacy: IconPill,
  cosmetics: IconSparkles,
  fashion: IconShirt,
  travel: IconPlaneDeparture,
  online: IconWorldWww,
};

/** The icon of a type. */
export function TypeMark({ icon, sizePx }: { readonly icon: TypeIcon | null; readonly sizePx: 24 | 40 | 48 }) {
  const Icon = icon === null ? IconCategory : icons[icon];
  return (
    <span
      className={classes.mark}
      style={{ inlineSize: sizePx, blockSize: sizePx, borderRadius: sizePx * 0.25 }}
      aria-hidden="true"
    >
      <Icon size={sizePx * 0.62} stroke={1.75} />
    </span>
  );
}
