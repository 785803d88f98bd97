import { Button } from "@mantine/core";
import { useState } from "react";
import type { Op, RecordPatch, RecordTypes } from "#base/records/types.ts";
import type { Operation } from "#base/contract.ts";
import type { Edition, PublishingStatus } from "#base/publishedTexts.ts";
import { plainTextOf } from "#base/richText.ts";
import { formatDate, formatNumber, languageName } from "#web/formats.ts";
import { useRead, useWrite } from "#web/operations.ts";
import classes from "#web/publishing/EditionsPanel.module.css";
import { markChanges } from "#web/record/wordDiff.ts";
import { useCan } from "#web/session.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconHistory } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { textOf } from "#web/textOf.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type Texts = Pick<Edition, "title" | "titleI18n" | "body" | "bodyI18n">;
type Text = Texts & { readonly id: string; readonly version: number; readonly status: PublishingStatus };

type EditionsPanelProps<T extends RecordTypes> = {
  readonly record: Text;
  readonly operations: {
    readonly editions: Op<{ id: string }, { editions: Edition[] }>;
    readonly update: Op<RecordPatch<T>, T["record"]>;
    readonly get: Operation;
    readonly activity: Operation;
  };
};

/** The earlier editions of a text, each compared with the current one, and restored into a draft. */
export function EditionsPanel<T extends RecordTypes>({ record, operations }: EditionsPanelProps<T>) {
  const t = useMessages("publishing");
  const { data, error, refetch } = useRead(operations.editions, { id: record.id });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} rowPx={56} />;
  if (data.editions.length === 0)
    return <EmptyState icon={<IconHistory aria-hidden />} title={t("editions.none")} text={t("editions.noneText")} />;
  return (
    <ul className={classes.list}>
      {data.editions.map((edition) => (
        <EditionEntry key={edition.edition} edition={edition} record={record} operations={operations} />
      ))}
    </ul>
  );
}

function EditionEntry<T extends RecordTypes>(props: EditionsPanelProps<T> & { readonly edition: Edition }) {
  const { record, operations, edition } = props;
  const t = useMessages("publishing");
  const language = useLanguage();
  const can = useCan();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const { update, get, activity } = operations;
  const restoring = useWrite(update, { refreshes: [get, activity] });
  const day = edition.publishedAt === null ? "" : formatDate(language, edition.publishedAt);
  const { title, titleI18n, body, bodyI18n } = edition;
  const figure = formatNumber(language, edition.edition);
  const restore = () =>
    restoring.mutate({ id: record.id, version: record.version, title, titleI18n, body, bodyI18n } as never, {
      onSuccess: () => toast({ text: t("editions.restored", { edition: figure }) }),
      onError: (failure) => toast({ variant: "error", text: textOf(failure) }),
    });
  const isDraft = record.status === "draft";
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <div>
          <h3>{t("editions.title", { edition: figure })}</h3>
          <p>
            {edition.publishedBy === null
              ? t("editions.on", { day })
              : t("editions.by", { who: edition.publishedBy, day })}
          </p>
        </div>
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "editions.hide" : "editions.compare")}
        </Button>
        {can(update) && (
          <Button
            variant="default"
            loading={restoring.isPending}
            {...(isDraft ? {} : { "data-disabled": true, title: t("editions.restoreNeedsDraft") })}
            aria-disabled={!isDraft}
            onClick={() => (isDraft ? restore() : toast({ variant: "info", text: t("editions.restoreNeedsDraft") }))}
          >
            {t("editions.restore")}
          </Button>
        )}
      </div>
      {isOpen && <Comparison before={edition} after={record} />}
    </li>
  );
}

/** The current text, with what is new in it, in each language. */
function Comparison({ before, after }: { readonly before: Texts; readonly after: Texts }) {
  const t = useMessages("publishing");
  const language = useLanguage();
  const parts = [undefined, ...new Set([...Object.keys(before.bodyI18n), ...Object.keys(after.bodyI18n)])]
    .map((tag) => ({ tag: tag ?? "en", old: wholeText(before, tag), current: wholeText(after, tag) }))
    .filter(({ old, current }) => old !== current);
  if (parts.length === 0) return <p className={classes.same}>{t("editions.same")}</p>;
  return (
    <div className={classes.comparison}>
      <p>{t("editions.added")}</p>
      {parts.map(({ tag, old, current }) => (
        <section key={tag} lang={tag}>
          <h4>{languageName(language, tag)}</h4>
          <div className={classes.texts}>
            <Marked original={current} text={old} />
            <Marked original={old} text={current} isCurrent />
          </div>
        </section>
      ))}
    </div>
  );
}

const wholeText = ({ title, titleI18n, body, bodyI18n }: Texts, tag: string | undefined): string =>
  tag === undefined
    ? `${title}\n${plainTextOf(body)}`
    : `${titleI18n[tag] ?? ""}\n${plainTextOf(bodyI18n[tag] ?? "")}`.trim();

type MarkedProps = { readonly original: string; readonly text: string; readonly isCurrent?: boolean };

function Marked({ original, text, isCurrent = false }: MarkedProps) {
  const Changed = isCurrent ? "ins" : "del";
  return (
    <p dir="auto" className={classes.text}>
      {markChanges(original, text).map((stretch, place) =>
        // oxlint-disable-next-line react/no-array-index-key -- parts of one text, which never change places
        stretch.isChanged ? <Changed key={place}>{stretch.text}</Changed> : <span key={place}>{stretch.text}</span>,
      )}
    </p>
  );
}
