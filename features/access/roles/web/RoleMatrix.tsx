import { TextInput } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { searchKey } from "#base/searchKey.ts";
import { type Grantable, roles } from "#features/access/roles/contract.ts";
import {
  type Grid,
  limitsAt,
  type Matrix,
  matrixOf,
  type MatrixRow,
  withLimits,
} from "#features/access/roles/rules.ts";
import { actionTitle, resourceTitle } from "#features/access/permissions/rules.ts";
import { MatrixGrid } from "#features/access/roles/web/MatrixGrid.tsx";
import { MatrixList } from "#features/access/roles/web/MatrixList.tsx";
import { ReachMark } from "#features/access/roles/web/ReachMark.tsx";
import classes from "#features/access/roles/web/RoleMatrix.module.css";
import { useRead } from "#web/operations.ts";
import { IconAlertTriangle, IconSearch } from "#web/ui/icons.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type RoleMatrixProps = {
  readonly grid: Grid;
  /** Null: nobody may change it now. */
  readonly onChange: ((grid: Grid) => void) | null;
  /** What is wrong with it. */
  readonly error?: ReactNode;
};

/** What a role grants: resources by actions, with how far each reaches. */
export function RoleMatrix({ grid, onChange, error: problem }: RoleMatrixProps) {
  const t = useMessages("roles");
  const isPhone = useIsPhone();
  const language = useLanguage();
  const [search, setSearch] = useState("");
  const { data, error, refetch, isFetching } = useRead(roles.grantable, {});
  const matrix = useMemo(() => matrixOf(data?.permissions ?? []), [data]);
  const shown = useMemo(() => narrowed(matrix, search, language), [matrix, search, language]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={9} rowPx={40} />;
  const props = {
    matrix: shown,
    limitsOf: (cell: Grantable) => limitsAt(grid, cell),
    isReadOnly: onChange === null,
    onSet: (cell: Grantable, limits: Grantable["limits"]) => onChange?.(withLimits(grid, cell, limits)),
  };
  return (
    <div className={classes.matrix}>
      <div className={classes.tools}>
        <TextInput
          className={classes.search}
          aria-label={t("matrix.filter")}
          placeholder={t("matrix.filter")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <Legend />
      </div>
      {problem && (
        <div role="alert" className={classes.error}>
          {problem}
        </div>
      )}
      {shown.groups.length === 0 ? (
        <p className={classes.nothing}>{t("matrix.nothing")}</p>
      ) : isPhone ? (
        <MatrixList {...props} />
      ) : (
        <MatrixGrid {...props} />
      )}
    </div>
  );
}

function Legend() {
  const t = useMessages("roles");
  return (
    <p className={classes.legend}>
      <span>
        <ReachMark limits={["all"]} /> {t("matrix.everyRow")}
      </span>
      <span>
        <ReachMark limits={["scope"]} /> {t("matrix.insideScopes")}
      </span>
      <span>
        <ReachMark limits={["own"]} /> {t("matrix.ownRows")}
      </span>
      <span>
        <IconAlertTriangle size={15} aria-hidden /> {t("matrix.dangerous")}
      </span>
    </p>
  );
}

/** The rows whose resource, or one of whose actions, is called so, in either language. */
function narrowed({ columns, groups }: Matrix, search: string, language: string): Matrix {
  const wanted = searchKey(search);
  if (wanted === "") return { columns, groups };
  const isFound = ({ resource, cells }: MatrixRow) => {
    const actions = [...cells.keys()].flatMap((action) => [actionTitle(action, language), actionTitle(action, "en")]);
    const names = [resource, resourceTitle(resource, language), resourceTitle(resource, "en"), ...actions];
    return ` ${searchKey(names.join(" "))}`.includes(wanted);
  };
  return {
    columns,
    groups: groups.map((part) => ({ ...part, rows: part.rows.filter(isFound) })).filter(({ rows }) => rows.length > 0),
  };
}
