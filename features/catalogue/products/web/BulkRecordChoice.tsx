import { pickCategory } from "#features/catalogue/products/web/usePickables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import { pickable } from "#web/list/pickable.ts";
import { RecordChoice } from "#web/record/RecordChoice.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Certificates that still take products: by their number and holder. */
const pickOpenCertificate = pickable<typeof certificates.list>({
  operation: async () => (await import("#features/halal/certificates/contract.ts")).certificates.list,
  sort: "updatedAt",
  narrowing: { direction: "desc", state: ["draft", "changes_requested"] },
  nameOf: ({ certificateNo, holderName }) => `${certificateNo} · ${holderName}`,
  hintOf: ({ code, body }) => `${body.acronym} · ${code}`,
});

export type BulkRecordChoiceProps = {
  /** To a category, or on a certificate. */
  readonly action: "move" | "link";
  readonly onChange: (input: Readonly<Record<string, string>> | null) => void;
};

/** The record that many products are moved to or linked with. */
export function BulkRecordChoice({ action, onChange }: BulkRecordChoiceProps) {
  const t = useMessages("products");
  const messages = useMessages("list");
  return (
    <RecordChoice
      label={t(`bulk.${action}.to`)}
      {...(action === "link" && { description: t("bulk.link.toHint") })}
      inputWrapperOrder={["label", "input", "description", "error"]}
      source={action === "link" ? pickOpenCertificate : pickCategory}
      nothingFound={messages("nothingFound")}
      mb="md"
      data-autofocus
      onChange={(id) => onChange(id === null ? null : { [action === "link" ? "certificateId" : "categoryId"]: id })}
    />
  );
}
