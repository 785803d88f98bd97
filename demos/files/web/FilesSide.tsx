import { Link, useNavigate } from "@tanstack/react-router";
import type { Folder } from "#demos/files/contract.ts";
import classes from "#demos/files/web/FilesSide.module.css";
import { FolderTree } from "#demos/files/web/FolderTree.tsx";
import { type FileView, pathTo, type Place } from "#demos/files/web/useFiles.ts";
import { SidePane } from "#web/panes/SidePane.tsx";
import { IconBell, IconDownload, IconHistory, IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type FilesSideProps = {
  readonly place: Place;
  readonly folders: readonly Folder[];
  readonly path: readonly Folder[];
};

export const sideViews = ["recent", "expiring", "offline", "trash"] as const satisfies readonly FileView[];
const icons = { recent: IconHistory, expiring: IconBell, offline: IconDownload, trash: IconTrash };

/** The views, and below them the tree of folders, which grows once the folders have loaded. */
export function FilesSide({ place, folders, path }: FilesSideProps) {
  const t = useMessages("documents");
  const navigate = useNavigate();
  return (
    <SidePane label={t("side")}>
      <ul className={classes.views}>
        {sideViews.map((view) => {
          const Icon = icons[view];
          return (
            <li key={view}>
              <Link
                to={pathTo({ view, folderId: null })}
                className={classes.view}
                aria-current={place.view === view ? "page" : undefined}
              >
                <Icon size={18} aria-hidden />
                {t(`views.${view}`)}
              </Link>
            </li>
          );
        })}
      </ul>
      <FolderTree
        // Opens the path to a folder that was reached in another way.
        key={path.map(({ id }) => id).join("/")}
        label={t("folders")}
        folders={folders}
        currentId={place.view === "folder" ? place.folderId : undefined}
        openIds={path.map(({ id }) => id)}
        onChoose={(folderId) => void navigate({ to: pathTo({ view: "folder", folderId }) })}
      />
    </SidePane>
  );
}
