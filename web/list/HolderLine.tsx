import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "#web/list/HolderLine.module.css";
import { Avatar } from "#web/ui/Avatar.tsx";

type HolderLineProps = {
  readonly person: { readonly userId: string; readonly name: string; readonly email: string };
  /** How, how far or until when they have it; below it why. */
  readonly told: string;
  readonly toldBelow: string;
  /** They do not have it at this moment. */
  readonly isLater?: boolean;
  readonly action?: ReactNode;
};

/** One of a `HolderList`: who, with the way to their page, and what is told of it. */
export const HolderLine = ({ person, told, toldBelow, isLater = false, action }: HolderLineProps) => (
  <li className={styles.line} data-later={isLater || undefined}>
    <Avatar name={person.name} />
    <span className={styles.who}>
      <Link to={`/apps/user/users/${person.userId}`}>
        <bdi>{person.name}</bdi>
      </Link>
      <bdi dir="ltr">{person.email}</bdi>
    </span>
    <span className={styles.told}>
      <span>{told}</span>
      <small>{toldBelow}</small>
    </span>
    {action}
  </li>
);
