import { FilePicture } from "#web/files/FilePicture.tsx";

type ThumbnailProps = {
  /** `image` of a row; null shows an empty frame. */
  readonly image: { readonly fileId: string; readonly placeholder: string | null } | null;
  readonly sizePx: 24 | 32 | 40 | 48;
};

/** The picture of a record beside its name, which says what it shows. */
export const Thumbnail = ({ image, sizePx }: ThumbnailProps) => (
  <FilePicture fileId={image?.fileId ?? null} size="small" alt="" placeholder={image?.placeholder} sizePx={sizePx} />
);
