import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type Import, importPath, type ImportTarget, imports } from "#features/platform/imports/contract.ts";
import { ImportPage } from "#features/platform/imports/web/ImportPage.tsx";
import { NoteList } from "#features/platform/imports/web/NoteList.tsx";
import classes from "#features/platform/imports/web/ResultStep.module.css";
import { useDownload } from "#features/platform/imports/web/useDownload.ts";
import { formatNumber } from "#web/formats.ts";
import { IconCircleCheck, IconDownload } from "#web/ui/icons.ts";
import { useReadAnew } from "#features/platform/imports/web/useReadAnew.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ResultStepProps = { readonly target: ImportTarget; readonly record: Import };

/** What was written and left out, and links to continue. */
export function ResultStep({ target, record }: ResultStepProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const downloadBadRows = useDownload(imports.badRows);
  useReadAnew();
  const { report } = record;
  if (report === null) throw new Error(`the import ${record.id} is done and has no report`);
  const figure = (value: number) => formatNumber(language, value);
  const written = report.newCount + report.updateCount;
  const counts = [
    { title: t("result.new"), count: report.newCount },
    { title: t("result.updates"), count: report.updateCount },
    { title: t("result.unchanged"), count: report.unchangedCount },
    { title: t("result.leftOut"), count: report.badCount },
  ];
  return (
    <ImportPage target={target} record={record} title={t("titles.imported")} step={5}>
      <div className={classes.result}>
        <span className={classes.icon}>
          <IconCircleCheck size={28} aria-hidden />
        </span>
        <h2>{written === 0 ? t("result.nothing") : t("result.title", { count: written, figure: figure(written) })}</h2>
        <dl className={classes.counts}>
          {counts.map(({ title, count }) => (
            <div key={title} data-none={count === 0 || undefined}>
              <dt>{title}</dt>
              <dd>{figure(count)}</dd>
            </div>
          ))}
        </dl>
        {report.badCount > 0 && (
          <div className={classes.leftOut}>
            <p>{t("result.leftOutText", { count: report.badCount, figure: figure(report.badCount) })}</p>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => void downloadBadRows({ importId: record.id, language })}
            >
              {t("problems.download")}
            </Button>
          </div>
        )}
        <div className={classes.actions}>
          <LinkButton to={importPath(target.resource)} variant="default">
            {t("result.another")}
          </LinkButton>
          <LinkButton to={target.listPath}>{t("result.open", { area: target.title })}</LinkButton>
        </div>
        {target.isFindable && report.newCount > 0 && (
          <p className={classes.back}>
            {t("result.wrongFile")}{" "}
            <Link to={target.listPath} search={{ importId: record.id }}>
              {t("result.seeAdded")}
            </Link>
          </p>
        )}
        <NoteList notes={report.notes} />
      </div>
    </ImportPage>
  );
}
