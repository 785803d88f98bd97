import { Button, SegmentedControl, Select } from "@mantine/core";
import { useState } from "react";
import { type RunKind, runKinds, type RunState, runStates } from "#base/runs.ts";
import { jobs } from "#features/platform/jobs/contract.ts";
import { JobRow } from "#features/platform/jobs/web/JobRow.tsx";
import classes from "#features/platform/jobs/web/JobsScreen.module.css";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

const activeMs = 1500;
const quietMs = 10_000;
/** Users without the permission for all runs have only these. */
const ownKinds: readonly RunKind[] = ["import", "export", "bulk"];

/** What runs, ran and failed in the background: everything, or the user’s own. */
export function JobsScreen() {
  const t = useMessages("jobs");
  const mayReadAll = useCan()(jobs.list);
  const [whose, setWhose] = useSearchParam("whose");
  const [kind, setKind] = useSearchParam("kind");
  const [state, setState] = useSearchParam("state");
  const isOwn = !mayReadAll || whose === "own";
  const shownKinds = isOwn ? ownKinds : runKinds;
  return (
    <Page
      title={t("title")}
      lead={t(isOwn ? "leadOwn" : "lead")}
      keepsActions
      actions={
        mayReadAll && (
          <SegmentedControl
            aria-label={t("whose")}
            value={isOwn ? "own" : "all"}
            onChange={(value) => setWhose(value === "own" ? "own" : "")}
            data={[
              { value: "all", label: t("all") },
              { value: "own", label: t("own") },
            ]}
          />
        )
      }
    >
      <div className={classes.filters}>
        <Select
          aria-label={t("filters.kind")}
          placeholder={t("filters.anyKind")}
          clearable
          value={shownKinds.find((each) => each === kind) ?? null}
          onChange={(value) => setKind(value ?? "")}
          data={shownKinds.map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
        />
        <Select
          aria-label={t("filters.state")}
          placeholder={t("filters.anyState")}
          clearable
          value={runStates.find((each) => each === state) ?? null}
          onChange={(value) => setState(value ?? "")}
          data={runStates.map((each) => ({ value: each, label: t(`states.${each}`) }))}
        />
      </div>
      <Runs
        key={`${isOwn} ${kind} ${state}`}
        isOwn={isOwn}
        kind={shownKinds.find((each) => each === kind)}
        state={runStates.find((each) => each === state)}
      />
    </Page>
  );
}

type RunsProps = { readonly isOwn: boolean; readonly kind: RunKind | undefined; readonly state: RunState | undefined };

function Runs({ isOwn, kind, state }: RunsProps) {
  const t = useMessages("jobs");
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [isActive, setActive] = useState(false);
  const cursor = cursors.at(-1);
  const { data, error, refetch, isFetching } = useRead(
    isOwn ? jobs.listOwn : jobs.list,
    {
      ...(kind && { kind: [kind] }),
      ...(state && { state: [state] }),
      ...(cursor && { cursor }),
    },
    { keepsPrevious: true, everyMs: isActive ? activeMs : quietMs },
  );
  const hasActive = data?.rows.some((run) => run.state === "running") ?? false;
  if (hasActive !== isActive) setActive(hasActive);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={7} rowPx={64} />;
  if (data.rows.length === 0 && cursors.length === 0)
    return <EmptyState title={t("empty.title")} text={t(kind || state ? "empty.filtered" : "empty.text")} />;
  return (
    <>
      <ul className={classes.runs}>
        {data.rows.map((run) => (
          <JobRow key={`${run.kind} ${run.id}`} run={run} isOwn={isOwn} />
        ))}
      </ul>
      {(data.next || cursors.length > 0) && (
        <nav className={classes.pager} aria-label={t("pages")}>
          <Button variant="default" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            {t("newer")}
          </Button>
          <Button
            variant="default"
            disabled={data.next === null}
            onClick={() => data.next && setCursors([...cursors, data.next])}
          >
            {t("older")}
          </Button>
        </nav>
      )}
    </>
  );
}
