import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import styles from "#features/platform/home/web/FirstStepsCard.module.css";
import { progressOf, stepPaths, useIsLed } from "#features/platform/home/web/useSteps.ts";
import { type FirstSteps, home } from "#features/platform/home/contract.ts";
import { useWrite } from "#web/operations.ts";
import { IconCircle, IconCircleCheck } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

type FirstStepsCardProps = {
  /** Undefined while loading. */
  readonly firstSteps: FirstSteps | undefined;
  /** How many there will be, so that the card has its height from the start. */
  readonly count: number;
};

/** The way from an empty installation to a product at a retailer. Gone when all is done, or dismissed. */
export function FirstStepsCard({ firstSteps, count }: FirstStepsCardProps) {
  const messages = useMessages("home");
  const [, setIsLed] = useIsLed();
  const dismiss = useWrite(home.dismissFirstSteps, { refreshes: [home.read, home.firstSteps] });
  const { done, total, next } = progressOf(firstSteps ?? { steps: [] });
  const handleDismiss = () => {
    setIsLed(false);
    dismiss.mutate({ isDismissed: true });
  };
  return (
    <section className={styles.card} aria-label={messages("steps.title")}>
      <header>
        <div>
          <h2>{messages("steps.title")}</h2>
          <p>{firstSteps ? messages("steps.progress", { done, total }) : "\u00a0"}</p>
        </div>
        <Button variant="subtle" size="compact-sm" onClick={handleDismiss} loading={dismiss.isPending}>
          {messages("steps.dismiss")}
        </Button>
      </header>
      <ol aria-busy={firstSteps === undefined}>
        {firstSteps === undefined && Array.from({ length: count }, (_, place) => <li key={place} />)}
        {firstSteps?.steps.map(({ name, isDone }) => (
          <li key={name} data-is-done={isDone || undefined} data-is-next={name === next || undefined}>
            {isDone ? <IconCircleCheck size={20} aria-hidden="true" /> : <IconCircle size={20} aria-hidden="true" />}
            <span className={styles.text}>
              <Link to={stepPaths[name]} onClick={() => setIsLed(true)}>
                {messages(`steps.${name}.title`)}
              </Link>
              <span>{isDone ? messages("steps.done") : messages(`steps.${name}.text`)}</span>
            </span>
            {name === next && (
              <LinkButton to={stepPaths[name]} size="compact-md" onClick={() => setIsLed(true)}>
                {messages("steps.start")}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
