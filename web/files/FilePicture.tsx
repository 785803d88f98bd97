import type { CSSProperties } from "react";
import type { PictureSize } from "#base/files.ts";
import classes from "#web/files/FilePicture.module.css";
import { useFileUrl } from "#web/files/useFileUrl.ts";
import { IconPhoto, IconPhotoOff } from "#web/files/icons.ts";

type FilePictureProps = {
  /** Null shows an empty frame. */
  readonly fileId: string | null;
  /** 96, 400 or 1600 pixels. */
  readonly size: PictureSize;
  /** What is to be seen; empty where the name stands beside it. */
  readonly alt: string;
  /** `StoredFile.placeholder`, shown meanwhile. */
  readonly placeholder?: string | null | undefined;
  /** `contain` shows all of the picture, `cover` fills the frame. */
  readonly fit?: "contain" | "cover";
  /** Of the frame, unless the place it stands in says how large it is. */
  readonly sizePx?: number;
};

/** A picture of a record, fetched with the session. The frame is there from the first, so that nothing moves. */
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
