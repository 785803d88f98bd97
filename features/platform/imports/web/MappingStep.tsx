import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Import, importPath, type ImportTarget, imports } from "#features/platform/imports/contract.ts";
import { FileChoices } from "#features/platform/imports/web/FileChoices.tsx";
import { ImportPage } from "#features/platform/imports/web/ImportPage.tsx";
import { MappingRules } from "#features/platform/imports/web/MappingRules.tsx";
import classes from "#features/platform/imports/web/MappingStep.module.css";
import { MappingTable } from "#features/platform/imports/web/MappingTable.tsx";
import { NoticeLine } from "#features/platform/imports/web/NoticeLine.tsx";
import { useShowImport } from "#features/platform/imports/web/useShowImport.ts";
import { mappingFaults } from "#features/platform/imports/rules.ts";
import { formatNumber } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type MappingStepProps = { readonly target: ImportTarget; readonly record: Import; readonly onChecking: () => void };

/** Assigns columns to fields. The dry run starts here, and can return here. */
export function MappingStep({ target, record, onChecking }: MappingStepProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const navigate = useNavigate();
  const toast = useToast();
  const [mapping, setMapping] = useState(() => record.columns.map(({ field }) => field));
  const [choices, setChoices] = useState(record.choices);
  const check = useWrite(imports.check, { refreshes: [imports.problems] });
  const show = useShowImport();
  const [fault] = mappingFaults(mapping, target.fields);
  const titleOf = (field: string) => target.fields.find((each) => each.field === field)?.title ?? field;
  const handleMap = (column: number, field: string | null) =>
    // If another column filled the field, this one replaces it.
    setMapping(mapping.map((before, index) => (index === column ? field : before === field ? null : before)));
  const handleChecking = (started: Import) => {
    show(started);
    onChecking();
  };
  const handleCheck = () =>
    check.mutate(
      { importId: record.id, mapping, choices, language },
      { onSuccess: handleChecking, onError: (error) => toast({ variant: "error", text: textOf(error) }) },
    );
  return (
    <ImportPage
      target={target}
      record={record}
      title={t(record.state === "failed" ? "titles.failed" : "titles.map")}
      step={2}
      aside={<MappingRules target={target} mapping={mapping} />}
      footer={
        <>
          <Button variant="default" onClick={() => void navigate({ to: importPath(target.resource) })}>
            {t("map.newFile")}
          </Button>
          <span role="status" className={classes.state} data-fault={fault ? "" : undefined}>
            {fault ? t(`map.faults.${fault.code}`, { field: titleOf(fault.field) }) : t("foot.nothingYet")}
          </span>
          <Button disabled={fault !== undefined} loading={check.isPending} onClick={handleCheck}>
            {t("map.check", { count: record.rowsCount, figure: formatNumber(language, record.rowsCount) })}
          </Button>
        </>
      }
    >
      {record.state === "failed" && <NoticeLine tone="error">{t("failedText")}</NoticeLine>}
      {record.notice === "stopped" && <NoticeLine tone="info">{t("map.stopped")}</NoticeLine>}
      {record.notice === "rights_lost" && (
        <NoticeLine tone="warn">{t("map.rightsLost", { figure: formatNumber(language, record.processed) })}</NoticeLine>
      )}
      {target.choices.length > 0 && <FileChoices offered={target.choices} chosen={choices} onChange={setChoices} />}
      <MappingTable record={record} fields={target.fields} mapping={mapping} onMap={handleMap} />
    </ImportPage>
  );
}
