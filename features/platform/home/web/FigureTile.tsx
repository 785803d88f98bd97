import { Link } from "@tanstack/react-router";
import styles from "#features/platform/home/web/FigureTile.module.css";
import type { Figure } from "#features/platform/home/contract.ts";
import { figureLists, type FigureName } from "#features/platform/home/rules.ts";
import { formatNumber } from "#web/formats.ts";
import { IconArrowDown, IconArrowUp } from "#web/ui/icons.ts";
import { LinePath } from "#web/ui/LinePath.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type FigureTileProps = {
  readonly name: FigureName;
  /** Undefined while loading. */
  readonly figure: Figure | undefined;
};

/** A number with its change and its line. The whole tile is a link to the list that has so many rows. */
export function FigureTile({ name, figure }: FigureTileProps) {
  const messages = useMessages("home");
  const language = useLanguage();
  const { to, search } = figureLists[name];
  return (
    <li className={styles.tile}>
      <Link to={to} search={search}>
        {messages(`figures.${name}`)}
      </Link>
      <strong>
        {figure ? formatNumber(language, figure.total.count) : "\u00a0"}
        {figure?.total.isCapped && "+"}
      </strong>
      {figure && <Change figure={figure} />}
      {figure && figure.days.length > 1 && (
        <span className={styles.line}>
          <LinePath values={figure.days.map(({ value }) => value)} isFilled />
        </span>
      )}
    </li>
  );
}

function Change({ figure: { total, before } }: { readonly figure: Figure }) {
  const messages = useMessages("home");
  const language = useLanguage();
  if (before === null) return <small>{messages("figures.noPrevious")}</small>;
  const change = total.count - before;
  if (change === 0) return <small>{messages("figures.same")}</small>;
  const Icon = change > 0 ? IconArrowUp : IconArrowDown;
  return (
    <small data-change={change > 0 ? "up" : "down"}>
      <b>
        <Icon size={14} aria-hidden="true" />
        <span className="hidden-visually">{messages(change > 0 ? "figures.up" : "figures.down")} </span>
        <bdi>{formatNumber(language, Math.abs(change))}</bdi>
      </b>{" "}
      {messages("figures.versus")}
    </small>
  );
}
