import { IconRotateClockwise, IconZoomIn, IconZoomOut } from "#web/files/icons.ts";
import classes from "#web/files/ViewerTools.module.css";
import { atPage, turned, type ViewerState, zoomed, zooms } from "#web/files/viewerLook.ts";
import { formatPercent } from "#web/formats.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconChevronDown, IconChevronUp, IconDownload } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ViewerToolsProps = {
  readonly name: string;
  readonly look: ViewerState;
  /** Null until it is known, and for pictures. */
  readonly pageCount: number | null;
  readonly onLook: (look: ViewerState) => void;
  readonly onSave: () => void;
};

/** The toolbar above a document: name, pages, zoom, rotate, download. */
export function ViewerTools({ name, look, pageCount, onLook, onSave }: ViewerToolsProps) {
  const t = useMessages("files");
  const language = useLanguage();
  return (
    <div className={classes.tools} role="toolbar" aria-label={t("viewer.tools")}>
      <span className={classes.name} title={name}>
        <bdi>{name}</bdi>
      </span>
      {pageCount !== null && pageCount > 1 && (
        <span className={classes.group}>
          <IconButton
            label={t("viewer.previous")}
            size="sm"
            disabled={look.page <= 1}
            onClick={() => onLook(atPage(look, look.page - 1, pageCount))}
          >
            <IconChevronUp size={16} aria-hidden />
          </IconButton>
          <span className={classes.figure} role="status">
            {t("viewer.page", { page: look.page, total: pageCount })}
          </span>
          <IconButton
            label={t("viewer.next")}
            size="sm"
            disabled={look.page >= pageCount}
            onClick={() => onLook(atPage(look, look.page + 1, pageCount))}
          >
            <IconChevronDown size={16} aria-hidden />
          </IconButton>
        </span>
      )}
      <span className={classes.group}>
        <IconButton
          label={t("viewer.out")}
          size="sm"
          disabled={look.zoom <= zooms[0]}
          onClick={() => onLook(zoomed(look, -1))}
        >
          <IconZoomOut size={16} aria-hidden />
        </IconButton>
        <button
          type="button"
          className={classes.zoom}
          title={t("viewer.fit")}
          onClick={() => onLook({ ...look, zoom: 1 })}
        >
          {formatPercent(language, look.zoom)}
        </button>
        <IconButton
          label={t("viewer.in")}
          size="sm"
          disabled={look.zoom >= zooms.at(-1)!}
          onClick={() => onLook(zoomed(look, 1))}
        >
          <IconZoomIn size={16} aria-hidden />
        </IconButton>
        <IconButton label={t("viewer.turn")} size="sm" onClick={() => onLook(turned(look))}>
          <IconRotateClockwise size={16} aria-hidden />
        </IconButton>
        <IconButton label={t("download")} size="sm" onClick={onSave}>
          <IconDownload size={16} aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}
