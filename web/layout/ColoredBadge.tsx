import { badgeColors } from "#web/layout/badgeColors.ts";
import styles from "#web/layout/MenuList.module.css";
import type { NavigationItem } from "#web/layout/navigation.ts";

/** The badge that an area gives its item. */
export const ColoredBadge = ({ badge }: { readonly badge: NonNullable<NavigationItem["badge"]> }) => (
  <bdi className={styles.colored} style={badgeColors(badge)}>
    {badge.title}
  </bdi>
);
