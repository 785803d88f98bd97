import { Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { contactExtras } from "#demos/contacts/contract.ts";
import { importPath, imports } from "#features/platform/imports/contract.ts";
import { call, download } from "#web/call.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { newId } from "#web/newId.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconAddressBook, IconDots, IconDownload, IconUpload } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type FilesMenuProps = { readonly list: string; readonly search: string };

const cardType = "text/vcard";

/** Files of contacts, in and out. */
export function FilesMenu(props: FilesMenuProps) {
  const t = useMessages("contacts");
  const can = useCan();
  const navigate = useNavigate();
  const files = useFiles(props);
  const input = useRef<HTMLInputElement>(null);
  const canImport = can(contactExtras.importTemplate);
  const canExport = can(contactExtras.exportCsv);
  if (!canImport && !canExport) return null;
  const saving = <IconDownload size={16} aria-hidden="true" />;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={t("files.label")}>
            <IconDots size={18} aria-hidden="true" />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown onKeyDown={(event) => event.stopPropagation()}>
          {canImport && (
            <>
              <Menu.Item
                leftSection={<IconUpload size={16} aria-hidden="true" />}
                onClick={() => void navigate({ to: importPath("contacts") })}
              >
                {t("files.importCsv")}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconAddressBook size={16} aria-hidden="true" />}
                onClick={() => input.current?.click()}
              >
                {t("files.importCards")}
              </Menu.Item>
            </>
          )}
          {canExport && (
            <>
              <Menu.Item leftSection={saving} onClick={() => files.exportFile("csv")}>
                {t("files.exportCsv")}
              </Menu.Item>
              <Menu.Item leftSection={saving} onClick={() => files.exportFile("vcf")}>
                {t("files.exportCards")}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        accept={`.vcf,${cardType},text/x-vcard`}
        data-testid="vcard-file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Allows the same file to be chosen again after it was fixed.
          currentTarget.value = "";
          if (file) files.importCards(file);
        }}
      />
    </>
  );
}

/** Imports and exports. vCards become rows of the same import, with its preview and its warnings. */
function useFiles({ list, search }: FilesMenuProps) {
  const t = useMessages("contacts");
  const toast = useToast();
  const navigate = useNavigate();
  const language = useLanguage();
  const { transport } = useApiClient();
  const report = (error: unknown) => void toast({ variant: "error", text: textOf(error) });
  const importCards = async (file: File) => {
    const { cardsAsCsv, isVCard, readVCards } = await import("#demos/contacts/rules/vcard.ts");
    const text = await file.text();
    if (!isVCard(text)) return void toast({ variant: "error", text: t("files.notCards", { name: file.name }) });
    const importId = newId();
    const sent = { importId, resource: "contacts", fileName: file.name.slice(0, 255), encoding: "utf-8", language };
    await call(transport, imports.upload, { ...sent, text: cardsAsCsv(readVCards(text)) });
    await navigate({ to: importPath("contacts", importId) });
  };
  const exportFile = async (kind: "csv" | "vcf") => {
    const filter = { ...(list === "all" ? {} : { list }), ...(search === "" ? {} : { search }) };
    const input = { sort: "name", limit: 25, count: "none", ...filter } as const;
    const file = await download(transport, contactExtras.exportCsv, input);
    if (kind === "csv") return saveFile(file);
    const { cardsOfCsv, writeVCards } = await import("#demos/contacts/rules/vcard.ts");
    const name = file.name.replace(/\.csv$/, ".vcf");
    saveFile(new File([writeVCards(cardsOfCsv(await file.text()))], name, { type: cardType }));
  };
  return {
    importCards: (file: File) => void importCards(file).catch(report),
    exportFile: (kind: "csv" | "vcf") => void exportFile(kind).catch(report),
  };
}
