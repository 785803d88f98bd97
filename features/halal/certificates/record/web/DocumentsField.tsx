import { Select } from "@mantine/core";
import {
  certificateLimits,
  type DocumentKind,
  documentKinds,
} from "#features/halal/certificates/contract/vocabulary.ts";
import { DocumentLanguage } from "#features/halal/certificates/record/web/DocumentLanguage.tsx";
import { DocumentField } from "#web/files/DocumentField.tsx";
import { useMessages } from "#web/useMessages.ts";
import { certificateDocument } from "#features/halal/certificates/record/contract/operations.ts";

export type DocumentEntry = { readonly fileId: string; readonly kind: DocumentKind; readonly language: string | null };
export type DocumentValues = { documents: DocumentEntry[] };

type DocumentsFieldProps = {
  /** Shows a file beside the list. Without it, the file is downloaded. */
  readonly onOpen?: (fileId: string) => void;
};

/** The files of a certificate, each with its kind and language. Used in a form of `DocumentValues`. */
export function DocumentsField({ onOpen }: DocumentsFieldProps) {
  const t = useMessages("certificates");
  return (
    <DocumentField<DocumentEntry>
      name="documents"
      rule={certificateDocument}
      max={certificateLimits.documentsMax}
      label={t("documents.label")}
      hint={t("documents.hint")}
      entryOf={({ id }) => ({ fileId: id, kind: "certificate", language: null })}
      renderEntry={(entry, onChange) => (
        <>
          <Select
            size="xs"
            aria-label={t("documents.kind")}
            data={documentKinds.map((value) => ({ value, label: t(`documentKind.${value}`) }))}
            value={entry.kind}
            allowDeselect={false}
            comboboxProps={{ withinPortal: true }}
            onChange={(kind) => kind && onChange({ ...entry, kind })}
          />
          <DocumentLanguage tag={entry.language} onChange={(language) => onChange({ ...entry, language })} />
        </>
      )}
      {...(onOpen ? { onOpen } : {})}
    />
  );
}
