import type { CSSProperties } from "react";
import type { PictureSize } from "#base/files.ts";
import classes from "#web/files/FilePicture.module.css";
import { useFileUrl } from "#web/files/useFileUrl.ts";
import { IconPhoto, IconPhotoOff } from "#web/files/icons.ts";

type FilePictureProps = {
  /** Null shows an empty frame. */
  readonly fileId: string | null;
  /** Width in pixels: 96, 400 or 1600. */
  readonly size: PictureSize;
  /** Alt text; empty if the name is displayed next to the picture. */
  readonly alt: string;
  /** `StoredFile.placeholder`, shown while the picture loads. */
  readonly placeholder?: string | null | undefined;
  /** `contain` shows the whole picture, `cover` fills the frame. */
  readonly fit?: "contain" | "cover";
  /** Size of the frame, unless its container sets it. */
  readonly sizePx?: number;
};

/**
 * A picture of a record, fetched with the session. The frame is shown from the start, so that the layout doesn't shift.
 */
export function FilePicture({ fileId, size, alt, placeholder, fit = "cover", sizePx }: FilePictureProps) {
  const { url, error } = useFileUrl(fileId, size);
  const frame: CSSProperties | undefined = sizePx === undefined ? undefined : { inlineSize: sizePx, blockSize: sizePx };
  const shown = url ?? placeholder;
  return (
    <span className={classes.frame} data-fit={fit} data-waiting={url === null || undefined} style={frame}>
      {shown && !error ? (
        <img src={shown} alt={alt} draggable={false} />
      ) : (
        <span className={classes.none} role={alt === "" ? undefined : "img"} aria-label={alt === "" ? undefined : alt}>
          {error ? <IconPhotoOff aria-hidden /> : <IconPhoto aria-hidden />}
        </span>
      )}
    </span>
  );
}

type ThumbnailProps = {
  /** `image` of a row; null shows an empty frame. */
  readonly image: { readonly fileId: string; readonly placeholder: string | null } | null;
  readonly sizePx: 24 | 32 | 40 | 48;
};

/** The picture of a record beside its name, which says what it shows. */
export const Thumbnail = ({ image, sizePx }: ThumbnailProps) => (
  <FilePicture fileId={image?.fileId ?? null} size="small" alt="" placeholder={image?.placeholder} sizePx={sizePx} />
);
