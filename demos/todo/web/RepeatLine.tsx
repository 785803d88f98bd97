import { lazy } from "react";
import { PlanLine, type PlanProps } from "#demos/todo/web/PlanLine.tsx";
import { useRepeatText } from "#demos/todo/web/useRepeatText.ts";
import { IconRepeat } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const RepeatPanel = lazy(() =>
  import("#demos/todo/web/RepeatPanel.tsx").then((module) => ({ default: module.RepeatPanel })),
);

/** How often it comes again, once it is done. */
export function RepeatLine({ todo, clock, actions, ...line }: PlanProps) {
  const t = useMessages("todo");
  const textOf = useRepeatText();
  const { repeat } = todo;
  return (
    <PlanLine
      {...line}
      icon={IconRepeat}
      value={repeat && textOf(repeat)}
      empty={t("repeat.add")}
      panel={
        <RepeatPanel
          todo={todo}
          clock={clock}
          onChange={(chosen) => actions.repeat(todo, chosen)}
          onDone={() => line.onToggle(false)}
        />
      }
    />
  );
}
