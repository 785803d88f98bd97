import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatNumber } from "#web/formats.ts";
import styles from "#web/panes/SidePane.module.css";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPencil } from "#web/ui/icons.ts";
import { useLanguage } from "#web/useMessages.ts";

type SideLinkProps = {
  readonly link: Pick<LinkProps, "to" | "params">;
  readonly title: string;
  readonly icon: ReactNode;
  readonly count: number;
  readonly isCurrent: boolean;
  /** After a click, so that a sheet around it can close. */
  readonly onChoose?: (() => void) | undefined;
  /** A button that changes the place, by its name. Left out for one that stays as it is. */
  readonly edit?: { readonly label: string; readonly onEdit: () => void } | undefined;
};

/** One place of the side pane, with how many records it shows. */
export function SideLink({ link, title, icon, count, isCurrent, onChoose, edit }: SideLinkProps) {
  const language = useLanguage();
  return (
    <li className={styles.line}>
      <Link
        {...link}
        className={styles.link}
        aria-current={isCurrent ? "page" : undefined}
        data-current={isCurrent || undefined}
        onClick={onChoose}
      >
        <span className={styles.icon}>{icon}</span>
        <span className={styles.title}>
          <bdi>{title}</bdi>
        </span>
        <bdi className={styles.count}>{formatNumber(language, count)}</bdi>
      </Link>
      {edit && (
        <IconButton size="sm" className={styles.edit} label={edit.label} onClick={edit.onEdit}>
          <IconPencil size={14} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
