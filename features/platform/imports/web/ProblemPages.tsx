import { Button } from "@mantine/core";
import classes from "#features/platform/imports/web/ProblemPages.module.css";
import { formatNumber } from "#web/formats.ts";
import { IconChevronLeft, IconChevronRight } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ProblemPagesProps = {
  readonly of: "problems" | "changes";
  /** From 0. */
  readonly page: number;
  readonly pageRows: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
};

/** The range and count of problems or changes, with buttons for the previous and next page. */
export function ProblemPages({ of, page, pageRows, count, onPage }: ProblemPagesProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const [first, last] = [page * pageRows + 1, Math.min(count, (page + 1) * pageRows)];
  const range = `\u2066${formatNumber(language, first)}–${formatNumber(language, last)}\u2069`;
  return (
    <nav className={classes.pages} aria-label={t(`${of}.pages`)}>
      <span aria-live="polite" className={classes.range}>
        {t(`${of}.range`, { count, range, figure: formatNumber(language, count) })}
      </span>
      <Button
        variant="default"
        size="sm"
        disabled={page === 0}
        leftSection={<IconChevronLeft size={16} className="flip" aria-hidden />}
        onClick={() => onPage(page - 1)}
      >
        {t("problems.previous")}
      </Button>
      <Button
        variant="default"
        size="sm"
        disabled={last >= count}
        rightSection={<IconChevronRight size={16} className="flip" aria-hidden />}
        onClick={() => onPage(page + 1)}
      >
        {t("problems.next")}
      </Button>
    </nav>
  );
}
