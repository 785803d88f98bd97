import styles from "#features/platform/home/web/PeriodSwitch.module.css";
import { type HomePeriod, homePeriodDefault, homePeriods } from "#features/platform/home/contract.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

/** The period in the address. */
export function usePeriod(): HomePeriod {
  const [value] = useSearchParam("period");
  return homePeriods.find((each) => each === value) ?? homePeriodDefault;
}

/** The period that figures and chart show and are compared by. */
export function PeriodSwitch({ period }: { readonly period: HomePeriod }) {
  const messages = useMessages("home");
  const [, write] = useSearchParam("period");
  return (
    <div className={styles.periods} role="group" aria-label={messages("periods.title")}>
      {homePeriods.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === period}
          onClick={() => write(each === homePeriodDefault ? "" : each)}
        >
          {messages(`periods.${each}`)}
        </button>
      ))}
    </div>
  );
}
