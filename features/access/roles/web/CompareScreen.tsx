import { Select, Switch } from "@mantine/core";
import { useState } from "react";
import { type Role, roles } from "#features/access/roles/contract.ts";
import { type Grid, gridOf, isSameReach, limitsAt, matrixOf } from "#features/access/roles/rules.ts";
import { CompareTable, type Difference } from "#features/access/roles/web/CompareTable.tsx";
import classes from "#features/access/roles/web/CompareScreen.module.css";
import { formatNumber } from "#web/formats.ts";
import { sortLanguageOf } from "#web/list/sortLanguage.ts";
import { useRead } from "#web/operations.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconArrowsSort, IconGitCompare } from "#web/ui/icons.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Two roles side by side. The URL contains both, so that users can share the comparison. */
export function CompareScreen() {
  const t = useMessages("roles");
  const [left, setLeft] = useSearchParam("left");
  const [right, setRight] = useSearchParam("right");
  const [isShort, setShort] = useState(true);
  const one = useRole(left);
  const other = useRole(right);
  const swap = () => {
    setLeft(right);
    // The second waits for the first, because both change the same URL.
    setTimeout(() => setRight(left));
  };
  return (
    <Page
      title={t("compare.title")}
      breadcrumbs={[{ title: t("title"), to: "/apps/role/roles" }, { title: t("compare.title") }]}
      lead={t("compare.lead")}
    >
      <div className={classes.choice}>
        <RoleChoice label={t("compare.first")} value={left} onChange={setLeft} />
        <IconButton label={t("compare.swap")} onClick={swap}>
          <IconArrowsSort size={18} className={classes.swap} aria-hidden />
        </IconButton>
        <RoleChoice label={t("compare.second")} value={right} onChange={setRight} />
        <Switch
          className={classes.short}
          label={t("compare.onlyDifferences")}
          checked={isShort}
          onChange={({ currentTarget }) => setShort(currentTarget.checked)}
        />
      </div>
      {one.data && other.data ? (
        <Comparison one={one.data} other={other.data} isShort={isShort} />
      ) : (
        <Waiting queries={[one, other]} isChosen={left !== "" && right !== ""} />
      )}
    </Page>
  );
}

const useRole = (id: string) => useRead(roles.get, { id }, { isEnabled: id !== "" });

type WaitingProps = { readonly queries: readonly ReturnType<typeof useRole>[]; readonly isChosen: boolean };

function Waiting({ queries, isChosen }: WaitingProps) {
  const t = useMessages("roles");
  const failed = queries.find(({ error }) => error);
  if (failed?.error)
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />;
  if (isChosen) return <SkeletonRows rows={9} rowPx={40} />;
  return <EmptyState icon={<IconGitCompare size={24} aria-hidden />} title={t("compare.choose")} />;
}

const choicesMax = 100;

type RoleChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
};

function RoleChoice({ label, value, onChange }: RoleChoiceProps) {
  const language = useLanguage();
  const recordMessages = useMessages("roles");
  const { data } = useRead(roles.list, {
    sort: "title",
    ...sortLanguageOf(language),
    limit: choicesMax,
    count: "none",
  });
  return (
    <Select
      label={label}
      className={classes.role}
      searchable
      allowDeselect={false}
      value={value === "" ? null : value}
      nothingFoundMessage={recordMessages("nothingFound")}
      data={(data?.rows ?? []).map(({ id, title, titleI18n }) => ({ value: id, label: titleI18n[language] ?? title }))}
      onChange={(id) => onChange(id ?? "")}
    />
  );
}

type ComparisonProps = { readonly one: Role; readonly other: Role; readonly isShort: boolean };

function Comparison({ one, other, isShort }: ComparisonProps) {
  const t = useMessages("roles");
  const language = useLanguage();
  const { data, error, refetch, isFetching } = useRead(roles.grantable, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={9} rowPx={40} />;
  const [mine, theirs] = [gridOf(one.grants), gridOf(other.grants)];
  const parts = matrixOf(data.permissions).groups.map(({ group, rows }) => ({
    group,
    rows: rows.flatMap((row) => [...row.cells.values()].map((cell) => differenceAt(cell, mine, theirs))),
  }));
  const count = parts.flatMap(({ rows }) => rows).filter(({ isSame }) => !isSame).length;
  const shown = parts
    .map((part) => ({ ...part, rows: part.rows.filter(({ isSame }) => !isShort || !isSame) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <>
      <p className={classes.count} role="status">
        {t("compare.differences", { count, figure: formatNumber(language, count) })}
      </p>
      {shown.length > 0 && <CompareTable one={one} other={other} parts={shown} />}
    </>
  );
}

function differenceAt(cell: Difference["cell"], mine: Grid, theirs: Grid): Difference {
  const [one, other] = [limitsAt(mine, cell), limitsAt(theirs, cell)];
  return { cell, one, other, isSame: isSameReach(one, other) };
}
