import type { CatalogueIcon } from "#demos/icons/rules.ts";
import classes from "#demos/icons/web/MaterialIcon.module.css";

type MaterialIconProps = {
  readonly icon: Pick<CatalogueIcon, "code">;
  readonly sizePx: number;
  readonly isFlipped?: boolean;
  readonly color?: string;
};

/** An icon of the font, by its code point: while the font loads nothing is shown, and not its name. */
export const MaterialIcon = ({ icon, sizePx, isFlipped = false, color }: MaterialIconProps) => (
  <span
    aria-hidden="true"
    className={classes.icon}
    data-flipped={isFlipped || undefined}
    style={{ fontSize: sizePx, ...(color !== undefined && { color }) }}
  >
    {String.fromCodePoint(icon.code)}
  </span>
);
