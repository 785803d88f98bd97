import { Button } from "@mantine/core";
import { type Import, type ImportProblem, imports } from "#features/platform/imports/contract.ts";
import { useShowImport } from "#features/platform/imports/web/useShowImport.ts";
import { formatNumber } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type FixButtonProps = { readonly record: Import; readonly problem: ImportProblem };

/** Applies the suggestions to all rows with this problem in this column. The rows are then checked again. */
export function FixButton({ record, problem: { column, code, fixableCount } }: FixButtonProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const toast = useToast();
  const show = useShowImport();
  const fix = useWrite(imports.fix);
  if (record.state !== "checked" || column === null || fixableCount === 0) return null;
  const handleFix = () =>
    fix.mutate(
      { importId: record.id, column, code, language },
      { onSuccess: show, onError: (error) => toast({ variant: "error", text: textOf(error) }) },
    );
  return (
    <Button variant="subtle" size="compact-sm" loading={fix.isPending} onClick={handleFix}>
      {t("problems.fix", { count: fixableCount, figure: formatNumber(language, fixableCount) })}
    </Button>
  );
}
