import { contactExtras } from "#demos/contacts/contract.ts";
import { documents } from "#demos/files/contract.ts";
import classes from "#demos/icons/web/IconCatalogue.module.css";
import { todos } from "#demos/todo/contract.ts";
import { useRead } from "#web/operations.ts";
import { useMessages } from "#web/useMessages.ts";

/** What of the user’s own or of all has this icon: those of menus and buttons are drawn, and not of the catalogue. */
export function UsedBy({ name }: { readonly name: string }) {
  const t = useMessages("icons");
  const { data: folders = [] } = useRead(todos.listFolders, {});
  const { data: filters = [] } = useRead(todos.listFilters, {});
  const { data: groups = [] } = useRead(contactExtras.groupIcons, {});
  const { data: files } = useRead(documents.folders, {});
  const uses = [
    ...folders.filter(({ icon }) => icon === name).map(({ title }) => t("details.todoFolder", { title })),
    ...filters.filter(({ icon }) => icon === name).map(({ title }) => t("details.todoFilter", { title })),
    ...groups.filter(({ icon }) => icon === name).map((group) => t("details.contactGroup", { title: group.name })),
    ...(files?.folders ?? [])
      .filter(({ icon }) => icon === name)
      .map((folder) => t("details.fileFolder", { title: folder.name })),
  ];
  return (
    <>
      <h3>{t("details.usedBy")}</h3>
      {uses.length === 0 ? (
        <p className={classes.hint}>{t("details.unused")}</p>
      ) : (
        <ul className={classes.uses}>
          {[...new Set(uses)].map((use) => (
            <li key={use}>{use}</li>
          ))}
        </ul>
      )}
    </>
  );
}
