import classes from "#features/platform/imports/web/ImportProgress.module.css";
import { IconCheck } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const steps = ["upload", "map", "check", "import"] as const;

/** The progress through the steps. `current` counts from 1, and is 5 after the last. */
export function ImportSteps({ current }: { readonly current: number }) {
  const t = useMessages("imports");
  return (
    <ol className={classes.steps} aria-label={t("steps.label")}>
      {steps.map((step, index) => {
        const number = index + 1;
        const isDone = number < current;
        return (
          <li key={step} data-done={isDone || undefined} aria-current={number === current ? "step" : undefined}>
            <span className={classes.disc} aria-hidden>
              {isDone ? <IconCheck size={12} stroke={2.5} /> : number}
            </span>
            <span className={classes.name}>{t(`steps.${step}`)}</span>
            {isDone && <span className="hidden-visually">{t("steps.done")}</span>}
          </li>
        );
      })}
    </ol>
  );
}
