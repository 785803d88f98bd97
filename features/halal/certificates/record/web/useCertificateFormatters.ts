import { useMemo } from "react";
import { standardName } from "#base/halal.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { certificateFields, type SiteInput } from "#features/halal/certificates/record/fields.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { formatDate, languageName } from "#web/formats.ts";
import type { CellContext } from "#web/list/defineList.ts";
import { useRead } from "#web/operations.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { useFieldFormatters } from "#web/records/fieldFormat.ts";
import type { Language } from "#web/screens.ts";
import { useMessages } from "#web/useMessages.ts";

const record = { description: { name: "certificates", fields: certificateFields } };

/** A document as the audit log names it: `scan.pdf (certificate, ar)`. */
const loggedDocument = /^(.*) \((\w+)(?:, ([\w-]+))?\)$/;

/**
 * Labels of the fields of a certificate and texts of their values, for the history and for conflicts. Holder and reviewer
 * are named as on `certificate`; ids are never shown.
 */
export function useCertificateFormatters(certificate?: Certificate): FieldFormatters {
  const t = useMessages("certificates");
  const recordMessages = useMessages("record");
  const { data: choices } = useRead(certificates.choices, {});
  const formats = useMemo(() => {
    const joined = (texts: readonly string[]) => texts.join(recordMessages("comma")) || recordMessages("empty");
    const standard = (id: string) => {
      const found = choices?.standards.find((each) => each.id === id);
      return found ? standardName(found) : t("another");
    };
    const documentText = (text: string, language: Language) => {
      const [, name, kind, tag] = loggedDocument.exec(text) ?? [];
      if (name === undefined || kind === undefined) return text;
      const kindText = t(`documentKind.${kind}`, { defaultValue: kind });
      return tag === undefined
        ? t("documentOf", { name, kind: kindText })
        : t("documentIn", { name, kind: kindText, language: languageName(language, tag) });
    };
    const holder = (id: string) => (certificate?.holder?.id === id ? certificate.holder.name : t("another"));
    const reviewer = (id: string) => (certificate?.reviewer?.id === id ? certificate.reviewer.name : t("another"));
    const day = (value: string, { language }: CellContext) => formatDate(language, value);
    return {
      bodyId: (id: string) => choices?.bodies.find((body) => body.id === id)?.acronym ?? t("another"),
      holderBrandId: holder,
      holderRetailerId: holder,
      reviewerId: reviewer,
      supersedesId: (id: string) => (certificate?.supersedes?.id === id ? certificate.supersedes.code : t("another")),
      registrySnapshotFileId: () => t("aFile"),
      // The hash proves which document was reviewed. It is for the audit log, not for readers.
      verifiedSha256: () => t("recorded"),
      documents: (texts: readonly string[], { language }: CellContext) =>
        joined(texts.map((text) => documentText(text, language))),
      productCategoryCodes: (codes: readonly string[]) =>
        joined(codes.map((code) => t(`productCategory.${code}`, { defaultValue: code }))),
      standardIds: (ids: readonly string[]) => joined(ids.map(standard)),
      sites: (sites: readonly SiteInput[]) => joined(sites.map(({ name }) => name)),
      // Written by transitions and checks.
      state: (value: string) => t(`state.${value}`, { defaultValue: value }),
      verificationMethod: (value: string) => t(`verificationMethod.${value}`, { defaultValue: value }),
      evidenceLevel: (value: string) => t(`evidenceLevel.${value}`, { defaultValue: value }),
      nextCheckDueOn: day,
      lastReviewedOn: day,
      nextReviewDueOn: day,
      supersededFrom: day,
    };
  }, [t, recordMessages, choices, certificate]);
  return useFieldFormatters({ record, formats });
}
