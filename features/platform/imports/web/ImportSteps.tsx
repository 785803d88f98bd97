import classes from "#features/platform/imports/web/ImportSteps.module.css";
import { IconCheck } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const steps = ["upload", "map", "check", "import"] as const;

/** Where the file is on its way. `current` counts from 1, and is 5 when the way is done. */
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
