import { useMemo } from "react";
import { standardName } from "#base/halal.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { certificateFields, type SiteInput } from "#features/halal/certificates/record/fields.ts";
import { formatDate } from "#web/formats.ts";
import type { CellContext } from "#web/list/defineList.ts";
import { useRead } from "#web/operations.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { useFieldFormatters } from "#web/records/fieldFormat.ts";
import { useMessages } from "#web/useMessages.ts";

const record = { description: { name: "certificates", fields: certificateFields } };

/** Labels of the fields of a certificate and texts of their values, for the history and for conflicts. */
export function useCertificateFormatters(): FieldFormatters {
  const t = useMessages("certificates");
  const recordMessages = useMessages("record");
  const { data: choices } = useRead(certificates.choices, {});
  const formats = useMemo(() => {
    const joined = (texts: readonly string[]) => texts.join(recordMessages("comma")) || recordMessages("empty");
    const standard = (id: string) => {
      const found = choices?.standards.find((each) => each.id === id);
      return found ? standardName(found) : id;
    };
    const day = (value: string, { language }: CellContext) => formatDate(language, value);
    return {
      bodyId: (id: string) => choices?.bodies.find((body) => body.id === id)?.acronym ?? id,
      standardIds: (ids: readonly string[]) => joined(ids.map(standard)),
      sites: (sites: readonly SiteInput[]) => joined(sites.map(({ name }) => name)),
      // Written by transitions and checks.
      state: (value: string) => t(`state.${value}`, { defaultValue: value }),
      verificationMethod: (value: string) => t(`verificationMethod.${value}`, { defaultValue: value }),
      nextCheckDueOn: day,
      supersededFrom: day,
    };
  }, [t, recordMessages, choices]);
  return useFieldFormatters({ record, formats });
}
