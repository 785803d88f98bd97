import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "#web/layout/CommandPalette.module.css";
import type { PaletteAction } from "#web/layout/usePaletteActions.ts";
import type { Suggestion } from "#web/layout/navigation.ts";
import { IconChevronRight } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SuggestionListProps = {
  readonly id: string;
  readonly entries: readonly Suggestion[];
  readonly records: readonly Suggestion[];
  readonly actions: readonly PaletteAction[];
  readonly recordsTitle: string;
  /** The active one: entries are counted first. */
  readonly at: number;
  readonly onPoint: (at: number) => void;
  readonly onChoose: (chosen: Suggestion | PaletteAction) => void;
};

/** Menu entries and records that were found. The focus stays in the field; this only highlights the active one. */
export function SuggestionList(props: SuggestionListProps) {
  const { id, entries, records, actions, recordsTitle, at, onPoint, onChoose } = props;
  const messages = useMessages("layout");
  const titleId = useId();
  const optionOf = (index: number): OptionProps["option"] => ({
    id: `${id}-${index}`,
    "aria-selected": index === at,
    onPointerMove: () => onPoint(index),
  });
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={messages("search.title")}
      className={styles.list}
      hidden={entries.length + records.length + actions.length === 0}
    >
      {entries.map((suggestion, index) => (
        <Option key={suggestion.path} option={optionOf(index)} onChoose={() => onChoose(suggestion)}>
          {suggestion.section && (
            <>
              <span className={styles.section}>{suggestion.section}</span>
              <IconChevronRight size={14} aria-hidden="true" className="flip" />
            </>
          )}
          <span className={styles.title}>{suggestion.title}</span>
        </Option>
      ))}
      {records.length > 0 && (
        <div role="group" aria-labelledby={titleId}>
          <span id={titleId} className={styles.groupTitle}>
            {recordsTitle}
          </span>
          {records.map((suggestion, index) => (
            <Option
              key={suggestion.path}
              option={optionOf(entries.length + index)}
              onChoose={() => onChoose(suggestion)}
            >
              <bdi className={styles.recordTitle}>{suggestion.title}</bdi>
              <bdi className={styles.subtitle}>{suggestion.subtitle}</bdi>
              <span className={styles.kind}>{suggestion.section}</span>
            </Option>
          ))}
        </div>
      )}
      {actions.length > 0 && (
        <div role="group" aria-label={messages("search.actions")}>
          <span className={styles.groupTitle} aria-hidden="true">
            {messages("search.actions")}
          </span>
          {actions.map((action, index) => (
            <Option
              key={action.title}
              option={optionOf(entries.length + records.length + index)}
              onChoose={() => onChoose(action)}
            >
              <span className={styles.title}>{action.title}</span>
            </Option>
          ))}
        </div>
      )}
    </div>
  );
}

type OptionProps = {
  readonly option: Pick<ComponentProps<"button">, "id" | "aria-selected" | "onPointerMove">;
  readonly onChoose: () => void;
  readonly children: ReactNode;
};

function Option({ option, onChoose, children }: OptionProps) {
  return (
    <button
      type="button"
      role="option"
      aria-selected={option["aria-selected"]}
      {...option}
      tabIndex={-1}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
