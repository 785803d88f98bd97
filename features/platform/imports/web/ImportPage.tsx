import type { ReactNode } from "react";
import type { Import, ImportTarget } from "#features/platform/imports/contract.ts";
import { FileLine } from "#features/platform/imports/web/FileLine.tsx";
import classes from "#features/platform/imports/web/ImportPage.module.css";
import { ImportSteps } from "#features/platform/imports/web/ImportProgress.tsx";
import { Page } from "#web/ui/Page.tsx";
import { useMessages } from "#web/useMessages.ts";

type ImportPageProps = {
  readonly target: ImportTarget;
  readonly title: string;
  /** One of four, from 1. 5 after the last. */
  readonly step: number;
  /** Absent until there is a file. */
  readonly record?: Import;
  readonly aside?: ReactNode;
  /** The buttons back and next. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
};

/** The layout of the four steps: title and steps above, content in the middle, buttons below. */
export function ImportPage({ target, title, step, record, aside, footer, children }: ImportPageProps) {
  const t = useMessages("imports");
  return (
    <Page
      title={title}
      lead={record && <FileLine record={record} />}
      breadcrumbs={[{ title: target.title, to: target.listPath }, { title: t("crumb") }]}
      actions={<ImportSteps current={step} />}
      keepsActions
      layout="fill"
      isStarrable={false}
    >
      <div className={classes.frame} data-aside={aside ? "" : undefined}>
        <section className={classes.main} aria-label={title}>
          {children}
        </section>
        {aside && (
          <aside className={classes.aside} aria-label={t("crumb")}>
            {aside}
          </aside>
        )}
      </div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </Page>
  );
}
