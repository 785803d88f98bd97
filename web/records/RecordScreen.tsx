import { useParams } from "@tanstack/react-router";
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import type { Operation } from "#base/contract.ts";
import type { Page } from "#base/list.ts";
import type { RecordTypes } from "#base/records/types.ts";
import { formatNumber } from "#web/formats.ts";
import { useOperations } from "#web/list/useOperations.ts";
import { newId } from "#web/newId.ts";
import { useRead } from "#web/operations.ts";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { relatedMax } from "#web/record/relatedMax.ts";
import { useFieldToOpen } from "#web/record/useFieldToOpen.ts";
import { loadForms } from "#web/records/loadForms.ts";
import type { RecordActivityProps } from "#web/records/RecordActivity.tsx";
import type { RecordScreens } from "#web/records/recordScreens.ts";
import { useCan } from "#web/session.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessagesOfAny } from "#web/useMessages.ts";

// Not needed for the first paint, and with it go the formatters of every kind of field.
const RecordActivity = lazy(() =>
  import("#web/records/RecordActivity.tsx").then((module) => ({ default: module.RecordActivity })),
) as <T extends RecordTypes>(props: RecordActivityProps<T>) => ReactNode;

const Activity = <T extends RecordTypes>(props: RecordActivityProps<T>) => (
  <Suspense fallback={<SkeletonRows rows={4} rowPx={56} />}>
    <RecordActivity {...props} />
  </Suspense>
);

type Forms<T extends RecordTypes> = {
  readonly Edit: ComponentType<{
    readonly record: T["record"];
    readonly wanted: string | null;
    readonly onReached: () => void;
  }>;
  readonly Create: ComponentType<{
    readonly id: string;
    readonly original: T["record"] | null;
    readonly onCreated: (answer: unknown) => void;
  }>;
};
type Screen<T extends RecordTypes> = { readonly screens: RecordScreens<T>; readonly forms: Forms<T> };

/** The screen of a record, or of a new one; `?copyOf=` fills it from another record. */
export function recordScreen<T extends RecordTypes>(screens: RecordScreens<T>): ComponentType {
  const forms: Forms<T> = {
    Edit: lazy(async () => {
      const { EditForm, own } = await loadForms(screens);
      return { default: (props) => <EditForm {...own} {...props} /> };
    }),
    Create: lazy(async () => {
      const { CreateForm, own } = await loadForms(screens);
      return { default: (props) => <CreateForm {...own} {...props} /> };
    }),
  };
  return function RecordScreen() {
    const { id }: { id?: string } = useParams({ strict: false });
    const [copyOf] = useSearchParam("copyOf");
    if (id === undefined && copyOf === "") return <NewRecord screens={screens} forms={forms} original={null} />;
    // Parts of the page that load late, such as its note, would move the rest.
    return (
      <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
        <ReadRecord key={id ?? copyOf} screens={screens} forms={forms} id={id ?? copyOf} isCopy={id === undefined} />
      </Suspense>
    );
  };
}

function ReadRecord<T extends RecordTypes>(
  props: Screen<T> & { readonly id: string; readonly isCopy: boolean },
): ReactNode {
  const { id, isCopy, ...screen } = props;
  const { data, error, refetch, isFetching } = useRead(screen.screens.calls.get, { id });
  const record = data;
  if (record) return isCopy ? <NewRecord {...screen} original={record} /> : <DetailPage {...screen} record={record} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

function NewRecord<T extends RecordTypes>({ screens, forms, original }: Screen<T> & { original: T["record"] | null }) {
  const { name } = screens.record.description;
  const t = useMessagesOfAny(name);
  // The same for every attempt, so that a second click or a lost response creates no second record.
  const [id] = useState(newId);
  const [answer, setAnswer] = useState<unknown>(null);
  if (screens.created && answer !== null) return <CreatedPage screens={screens} answer={answer} />;
  return (
    <RecordPage list={{ name, title: t("title"), path: screens.path }} id={null} title={t("new")} crumb={t("new")}>
      <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
        <forms.Create id={id} original={original} onCreated={setAnswer} />
      </Suspense>
    </RecordPage>
  );
}

/** What is shown once of a record that was just created. */
function CreatedPage<T extends RecordTypes>({ screens, answer }: { screens: RecordScreens<T>; answer: unknown }) {
  const { path, record, nameOf, crumbOf, created } = screens;
  const { name } = record.description;
  const t = useMessagesOfAny(name);
  const language = useLanguage();
  const made = created!.recordOf(answer as never);
  const title = nameOf(made, language);
  return (
    <RecordPage
      list={{ name, title: t("title"), path }}
      id={null}
      title={t("created", { name: title })}
      crumb={crumbOf?.(made) ?? title}
      actions={<LinkButton to={`${path}/${made.id}`}>{t("goOn")}</LinkButton>}
    >
      {created!.noteOf(answer as never)}
    </RecordPage>
  );
}

/** The tabs that the user may see. A tab of another area appears once its contract has loaded. */
function useOfferedTabs<T extends RecordTypes>({ tabs = {}, calls }: RecordScreens<T>): Map<string, Operation> {
  const can = useCan();
  const [late] = useState(() => Object.values(tabs).map((tab) => tab?.needs ?? (async () => calls.get)));
  const operations = useOperations(late);
  const named = Object.keys(tabs).map((name, index) => [name, operations[index]] as const);
  return new Map(named.flatMap(([name, operation]) => (operation && can(operation) ? [[name, operation]] : [])));
}

function DetailPage<T extends RecordTypes>({ screens, forms, record }: Screen<T> & { record: T["record"] }) {
  const { path, nameOf, crumbOf, picture, badge, facts, Actions, Note, tabs = {} } = screens;
  const { name, fields, auditResource } = screens.record.description;
  const t = useMessagesOfAny(name);
  const language = useLanguage();
  const [tab, setTab] = useSearchParam("tab");
  const [note, setNote] = useState<ReactNode>(null);
  const offered = useOfferedTabs(screens);
  const names = ["details", ...offered.keys(), "history"];
  const current = names.find((each) => each === tab) ?? "details";
  const isForm = current === "details" || (tabs[current] !== undefined && tabs[current].Panel === undefined);
  const { wanted, open, onReached } = useFieldToOpen<string>(fields.names[0]!);
  const handleFix = (field: string) => {
    setTab("");
    open(field);
  };
  const Panel = tabs[current]?.Panel;
  const row = record as unknown as T["row"];
  const context = { language, t };
  const countOf = (each: string) => {
    const count = tabs[each]?.count?.(record);
    const related = tabs[each]?.related?.(record);
    if (related) return { count: <RelatedCount operation={offered.get(each)!} input={related} /> };
    return count === undefined ? {} : { count: formatNumber(language, count) };
  };
  return (
    <RecordPage
      list={{ name, title: t("title"), path }}
      id={record.id}
      resource={auditResource}
      title={nameOf(row, language)}
      crumb={crumbOf?.(record) ?? nameOf(row, language)}
      picture={picture?.(row, "page")}
      badge={badge?.(row, context)}
      facts={facts?.(record, context).map((fact, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- facts keep their order
        <span key={index}>{fact}</span>
      ))}
      actions={Actions && <Actions record={record} onNote={setNote} />}
      note={note ?? (Note && <Note record={record} onFix={handleFix} />)}
      tabs={{
        all: names.map((each) => ({ name: each, title: t(`tabs.${each}`), ...countOf(each) })),
        current,
        onChange: (each) => setTab(each === "details" ? "" : each),
      }}
      aside={isForm && <Activity screens={screens} record={record} onAll={() => setTab("history")} />}
    >
      {/* Hidden instead of removed: unsaved input stays while another tab is open. */}
      <div hidden={!isForm} style={{ display: isForm ? "contents" : "none" }}>
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <forms.Edit record={record} wanted={isForm ? wanted : null} onReached={onReached} />
        </Suspense>
      </div>
      {Panel && (
        <Suspense fallback={<SkeletonRows rows={6} rowPx={48} />}>
          <Panel record={record} />
        </Suspense>
      )}
      {current === "history" && <Activity screens={screens} record={record} />}
    </RecordPage>
  );
}

type RelatedCountProps = { readonly operation: Operation; readonly input: Readonly<Record<string, unknown>> };

/** How many records another area's list finds. */
function RelatedCount({ operation, input }: RelatedCountProps) {
  const language = useLanguage();
  const { data } = useRead(operation, { ...input, limit: relatedMax, count: "capped" });
  const total = (data as Page<never> | undefined)?.total;
  // Until it is known, room for two digits, so that the tabs after it hardly move.
  if (!total) return "\u2007\u2007";
  return `${formatNumber(language, total.count)}${total.isCapped ? "+" : ""}`;
}
