import type { Suggestion } from "#web/layout/menu.ts";
import styles from "#web/layout/MenuSearch.module.css";
import { IconChevronRight } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SuggestionListProps = {
  readonly id: string;
  readonly found: readonly Suggestion[];
  readonly at: number;
  readonly onPoint: (at: number) => void;
  readonly onChoose: (suggestion: Suggestion) => void;
};

/** The search results, each with its section. The focus stays in the field; this only highlights the active one. */
export function SuggestionList({ id, found, at, onPoint, onChoose }: SuggestionListProps) {
  const messages = useMessages("layout");
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={messages("search.title")}
      className={styles.list}
      hidden={found.length === 0}
    >
      {found.map((suggestion, index) => (
        <button
          key={suggestion.path}
          type="button"
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          tabIndex={-1}
          className={styles.option}
          onPointerMove={() => onPoint(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.section && (
            <>
              <span className={styles.section}>{suggestion.section}</span>
              <IconChevronRight size={14} aria-hidden="true" className="flip" />
            </>
          )}
          <span className={styles.title}>{suggestion.title}</span>
        </button>
      ))}
    </div>
  );
}
