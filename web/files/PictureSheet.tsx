import classes from "#web/files/PictureSheet.module.css";
import { useObjectUrl } from "#web/files/useObjectUrl.ts";
import type { ViewerState } from "#web/files/viewerLook.ts";
import { useMessages } from "#web/useMessages.ts";

type PictureSheetProps = { readonly file: File; readonly look: ViewerState };

/** A picture of a document: as wide as the viewer, times the zoom. */
export function PictureSheet({ file, look: { zoom, quarters } }: PictureSheetProps) {
  const t = useMessages("files");
  const url = useObjectUrl(file);
  return (
    <div className={classes.sheet} style={{ inlineSize: `${zoom * 100}%` }} data-quarters={quarters}>
      {url && <img src={url} alt={t("viewer.picture", { name: file.name })} draggable={false} />}
    </div>
  );
}
