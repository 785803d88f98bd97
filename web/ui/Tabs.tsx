import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect } from "react";
import { scrollDistanceTo } from "#web/ui/scrollDistanceTo.ts";
import styles from "#web/ui/Tabs.module.css";

export type Tab<Name extends string> = { readonly name: Name; readonly title: string; readonly count?: ReactNode };

type TabsProps<Name extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly current: Name;
  readonly onChange: (name: Name) => void;
  /** The content of the current tab. */
  readonly children: ReactNode;
};

/** Tabs of one screen. Arrow keys move in reading direction, Home and End to the ends. */
export function Tabs<Name extends string>({ label, tabs, current, onChange, children }: TabsProps<Name>) {
  const id = useId();
  // On a phone the tab list is wider than the screen, and an address may name a tab that is out of sight.
  useLayoutEffect(() => {
    const tab = document.getElementById(`${id}-${current}`);
    if (tab?.parentElement) tab.parentElement.scrollLeft += scrollDistanceTo(tab.parentElement, tab);
  }, [id, current]);
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = neighbour(tabs, current, event.key, getComputedStyle(event.currentTarget).direction === "rtl");
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={handleKeyDown}>
        {tabs.map(({ name, title, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(name)}
          >
            {title}
            {count !== undefined && <bdi className={styles.count}>{count}</bdi>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
}

function neighbour<Name extends string>(tabs: readonly Tab<Name>[], current: Name, key: string, isRtl: boolean) {
  const at = tabs.findIndex(({ name }) => name === current);
  const forward = isRtl ? "ArrowLeft" : "ArrowRight";
  const backward = isRtl ? "ArrowRight" : "ArrowLeft";
  const steps: Readonly<Record<string, number>> = {
    [forward]: at + 1,
    [backward]: at - 1 + tabs.length,
    Home: 0,
    End: -1,
  };
  const step = steps[key];
  return step === undefined ? undefined : tabs.at(step === -1 ? -1 : step % tabs.length)?.name;
}
