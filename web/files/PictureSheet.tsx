import classes from "#web/files/PictureSheet.module.css";
import { useObjectUrl } from "#web/files/useObjectUrl.ts";
import type { ViewerLook } from "#web/files/viewerLook.ts";
import { useWords } from "#web/useWords.ts";

type PictureSheetProps = { readonly file: File; readonly look: ViewerLook };

/** A picture of a document: as wide as the viewer, times the zoom. */
export function PictureSheet({ file, look: { zoom, quarters } }: PictureSheetProps) {
  const t = useWords("files");
  const url = useObjectUrl(file);
  return (
    <div className={classes.sheet} style={{ inlineSize: `${zoom * 100}%` }} data-quarters={quarters}>
      {url && <img src={url} alt={t("viewer.picture", { name: file.name })} draggable={false} />}
    </div>
  );
}
