import type { Import } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/ProblemFilter.module.css";
import type { ProblemGroup } from "#features/platform/imports/rules.ts";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ProblemFilterProps = {
  readonly record: Import;
  readonly groups: readonly ProblemGroup[];
  readonly current: string;
  readonly onChange: (name: string) => void;
};

/** All problems, those of the columns with the most, and the rest. */
export function ProblemFilter({ record, groups, current, onChange }: ProblemFilterProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const titleOf = ({ name }: ProblemGroup) => {
    if (name === "") return t("problems.all");
    if (name === "other") return t("problems.other");
    if (name === "row") return t("problems.wholeRow");
    return record.columns[Number(name)]?.header || t("map.unnamed", { number: Number(name) + 1 });
  };
  return (
    <fieldset className={classes.filter}>
      <legend className="hidden-visually">{t("problems.filter")}</legend>
      {groups.map((group) => (
        <button
          key={group.name}
          type="button"
          className={classes.pill}
          aria-pressed={group.name === current}
          onClick={() => onChange(group.name)}
        >
          <bdi>{titleOf(group)}</bdi>
          <bdi className={classes.count}>{formatNumber(language, group.count)}</bdi>
        </button>
      ))}
    </fieldset>
  );
}
