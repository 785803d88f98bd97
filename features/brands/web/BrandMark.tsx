import classes from "#features/brands/web/BrandMark.module.css";

type BrandMarkProps = { readonly id: string; readonly name: string; readonly sizePx: 24 | 40 | 48 };

const tints = 7;

/** A brand's initial on one of seven tints, the same everywhere: the eye finds a row by it before it reads. */
export const BrandMark = ({ id, name, sizePx }: BrandMarkProps) => (
  <span
    className={classes.mark}
    data-tint={Number.parseInt(id.slice(-4), 16) % tints}
    style={{ inlineSize: sizePx, blockSize: sizePx, fontSize: sizePx * 0.46, borderRadius: sizePx * 0.25 }}
    aria-hidden="true"
  >
    {initialOf(name)}
  </span>
);

/** The first letter or digit; names may begin with a quotation mark. */
const initialOf = (name: string) => /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? "·";
