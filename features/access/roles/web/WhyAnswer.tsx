import type { ExplainedStep, Explanation } from "#features/access/permissions/contract.ts";
import { useStepMessages } from "#features/access/roles/web/useStepMessages.ts";
import classes from "#features/access/roles/web/WhyAnswer.module.css";
import { IconAlertTriangle, IconCheck, IconCircleCheck, IconInfoCircle, IconMinus, IconX } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const icons: Readonly<Record<ExplainedStep["outcome"], typeof IconCheck>> = {
  pass: IconCheck,
  warn: IconAlertTriangle,
  stop: IconX,
  note: IconMinus,
};

/** The verdict in a line, and what was looked at to come to it. */
export function WhyAnswer({ explanation }: { readonly explanation: Explanation }) {
  const t = useMessages("roles");
  const textsOf = useStepMessages(explanation.permission);
  const { verdict, isConditional, steps } = explanation;
  const key = verdict === "allowed" && isConditional ? "conditional" : verdict;
  const Icon = verdict === "denied" ? IconX : verdict === "someRows" ? IconInfoCircle : IconCircleCheck;
  return (
    <>
      <p className={classes.verdict} data-verdict={key}>
        <Icon size={18} aria-hidden />
        {t(`why.verdicts.${key}`)}
      </p>
      <ol className={classes.steps}>
        {steps.map((step, place) => {
          const StepIcon = icons[step.outcome];
          const { title, text } = textsOf(step);
          return (
            // oxlint-disable-next-line react/no-array-index-key -- steps of one answer, which never change places
            <li key={place} data-outcome={step.outcome}>
              <span className={classes.node}>
                <StepIcon size={12} stroke={2.5} role="img" aria-label={t(`why.outcomes.${step.outcome}`)} />
              </span>
              <span>
                <b>{title}</b>
                {text && <span className={classes.text}>{text}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
