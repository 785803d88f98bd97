import { FilePicture } from "#web/files/FilePicture.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";

type RetailerMarkProps = { readonly name: string; readonly logoFileId: string | null; readonly sizePx: 24 | 40 };

/** A retailer's logo, or its initials. The name stands beside it. */
export const RetailerMark = ({ name, logoFileId, sizePx }: RetailerMarkProps) =>
  logoFileId === null ? (
    <Avatar name={name} size={sizePx} />
  ) : (
    <FilePicture fileId={logoFileId} size="small" alt="" fit="contain" sizePx={sizePx} />
  );
