import type { Import, ImportTarget } from "#features/platform/imports/contract.ts";
import { ImportPage } from "#features/platform/imports/web/ImportPage.tsx";
import { RunCard } from "#features/platform/imports/web/RunCard.tsx";
import classes from "#features/platform/imports/web/RunStep.module.css";
import { useMessages } from "#web/useMessages.ts";

type RunStepProps = { readonly target: ImportTarget; readonly record: Import; readonly at: number };

/** A dry run or a write in progress. The user may leave the screen. */
export function RunStep({ target, record, at }: RunStepProps) {
  const t = useMessages("imports");
  const isChecking = record.state === "checking";
  return (
    <ImportPage
      target={target}
      record={record}
      title={t(isChecking ? "titles.checking" : "titles.importing")}
      step={isChecking ? 3 : 4}
    >
      <div className={classes.run}>
        <RunCard record={record} at={at} />
        <p className={classes.leave}>{t("run.leave")}</p>
      </div>
    </ImportPage>
  );
}
