import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "#web/list/HolderLine.module.css";
import { Avatar } from "#web/ui/Avatar.tsx";

type HolderLineProps = {
  readonly person: { readonly userId: string; readonly name: string; readonly email: string };
  /** How they have it, in which scope or until when; the reason below. */
  readonly told: string;
  readonly toldBelow: string;
  /** It is not valid at present. */
  readonly isLater?: boolean;
  readonly action?: ReactNode;
};

/** One entry of a `HolderList`: the user, with a link to their page, and details. */
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
