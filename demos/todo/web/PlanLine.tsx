import { type ReactNode, Suspense } from "react";
import type { TodoRecord } from "#demos/todo/contract.ts";
import type { Clock } from "#demos/todo/rules.ts";
import { Chooser } from "#web/ui/Chooser.tsx";
import styles from "#demos/todo/web/DetailFields.module.css";
import { FieldLine } from "#demos/todo/web/FieldLine.tsx";
import type { TodoActions } from "#demos/todo/web/useTodoActions.ts";
import type { IconBell } from "#web/ui/icons.ts";

type LineProps = {
  readonly title: string;
  /** Whether its choices are. */
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
};

/** What a line of the plan is of. */
export type PlanProps = LineProps & {
  readonly todo: TodoRecord;
  readonly clock: Clock;
  readonly actions: TodoActions;
};

type PlanLineProps = LineProps & {
  readonly icon: typeof IconBell;
  /** Null where nothing is planned. */
  readonly value: ReactNode;
  /** Says then what could be. */
  readonly empty: string;
  /** Where it is chosen; may be fetched once it is opened. */
  readonly panel: ReactNode;
  /** Below the value. */
  readonly children?: ReactNode;
};

/** A moment or a rhythm, and the panel behind it. */
export const PlanLine = ({ title, icon: Icon, value, empty, panel, children, ...open }: PlanLineProps) => (
  <FieldLine title={title} icon={<Icon size={16} aria-hidden="true" />}>
    <Chooser
      title={title}
      {...open}
      widthPx={308}
      target={
        <button type="button" className={styles.value} data-empty={value === null || undefined}>
          {value ?? empty}
        </button>
      }
    >
      <Suspense>{panel}</Suspense>
    </Chooser>
    {children}
  </FieldLine>
);
