import { useState } from "react";
import { newId } from "#web/newId.ts";
import {
  DocumentInput,
  type DocumentType,
  documentTypes,
  retailerDocument,
  retailerDocuments,
} from "#features/retail/retailers/kyc/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { documentErrors } from "#features/retail/retailers/kyc/rules.ts";
import { DocumentFileField } from "#features/retail/retailers/kyc/web/DocumentFileField.tsx";
import { PartDialog } from "#features/retail/retailers/record/web/PartDialog.tsx";
import { usePartMutations } from "#features/retail/retailers/record/web/usePartMutations.ts";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { DayField } from "#web/record/DayField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type DocumentDialogProps = {
  readonly retailer: Retailer;
  readonly version: number;
  readonly firstType: DocumentType;
  readonly onClose: () => void;
};

/** A document that verifies a retailer. */
export function DocumentDialog({ retailer, version, firstType, onClose }: DocumentDialogProps) {
  const t = useMessages("retailers");
  const toast = useToast();
  const { send, refreshAll } = usePartMutations();
  const [documentId] = useState(newId);
  const initial: DocumentInput = { type: firstType, fileId: null, number: null, issuedOn: null, expiresOn: null };
  return (
    <PartDialog
      title={t("kycPart.add")}
      schema={DocumentInput}
      errorsOf={documentErrors}
      initial={initial}
      onSave={async (values) => {
        await send(retailerDocuments.add, { id: retailer.id, version, documentId, ...values });
        toast({ text: t("kycPart.document.added") });
      }}
      onConflict={() => void refreshAll()}
      onClose={onClose}
    >
      <ChoiceField
        name="type"
        label={t("document.type")}
        isRequired
        choices={documentTypes.map((value) => ({ value, label: t(`documentType.${value}`) }))}
      />
      <TextField name="number" kind="code" label={t("document.number")} />
      <DayField name="issuedOn" label={t("document.issuedOn")} />
      <DayField name="expiresOn" label={t("document.expiresOn")} />
      <div data-wide>
        <DocumentFileField name="fileId" rule={retailerDocument} label={t("document.file")} />
      </div>
    </PartDialog>
  );
}
