import classes from "#web/record/LogoMark.module.css";
import { FilePicture } from "#web/files/FilePicture.tsx";

type LogoMarkProps = {
  readonly id: string;
  readonly name: string;
  readonly logoFileId: string | null;
  readonly sizePx: 20 | 24 | 40 | 48;
  /** Alt text, if the name is not shown beside it. */
  readonly alt?: string;
};

const tints = 7;

/** A company's logo, or its initial on one of seven tints, the same everywhere, so that rows are easy to recognise. */
export const LogoMark = ({ id, name, logoFileId, sizePx, alt = "" }: LogoMarkProps) =>
  logoFileId === null ? (
    <span
      className={classes.mark}
      data-tint={Number.parseInt(id.slice(-4), 16) % tints}
      style={{ inlineSize: sizePx, blockSize: sizePx, fontSize: sizePx * 0.46, borderRadius: sizePx * 0.25 }}
      aria-hidden="true"
    >
      {initialOf(name)}
    </span>
  ) : (
    <span className={classes.logo} style={{ borderRadius: sizePx * 0.25 }}>
      <FilePicture fileId={logoFileId} size="small" alt={alt} fit="contain" sizePx={sizePx} />
    </span>
  );

/** The first letter or digit: names may begin with a quotation mark. */
const initialOf = (name: string) => /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? "·";
