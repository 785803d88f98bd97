import { lazy, Suspense } from "react";
import { Chooser } from "#demos/todo/web/Chooser.tsx";
import type { PlanLineProps } from "#demos/todo/web/DateLine.tsx";
import styles from "#demos/todo/web/DetailFields.module.css";
import { FieldLine } from "#demos/todo/web/FieldLine.tsx";
import { useRepeatText } from "#demos/todo/web/useRepeatText.ts";
import { IconRepeat } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

const RepeatPanel = lazy(() =>
  import("#demos/todo/web/RepeatPanel.tsx").then((module) => ({ default: module.RepeatPanel })),
);

/** How often it comes again, once it is done. */
export function RepeatLine({ title, isOpen, onToggle, todo, clock, actions }: PlanLineProps) {
  const words = useWords("todo");
  const textOf = useRepeatText();
  const { repeat } = todo;
  return (
    <FieldLine title={title} icon={<IconRepeat size={16} aria-hidden="true" />}>
      <Chooser
        title={title}
        isOpen={isOpen}
        onToggle={onToggle}
        widthPx={308}
        target={
          <button type="button" className={styles.value} data-empty={repeat === null || undefined}>
            {repeat === null ? words("repeat.add") : textOf(repeat)}
          </button>
        }
      >
        <Suspense>
          <RepeatPanel
            todo={todo}
            clock={clock}
            onChange={(chosen) => actions.repeat(todo, chosen)}
            onDone={() => onToggle(false)}
          />
        </Suspense>
      </Chooser>
    </FieldLine>
  );
}
