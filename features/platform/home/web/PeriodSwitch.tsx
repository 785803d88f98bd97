import styles from "#features/platform/home/web/PeriodSwitch.module.css";
import { type HomePeriod, homePeriodDefault, homePeriods } from "#features/platform/home/contract.ts";
import { useOwnSettings } from "#web/settings/useOwnSettings.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

/** The period in the address, else the one that the user chose last. */
export function usePeriod(): HomePeriod {
  const [inAddress] = useSearchParam("period");
  const [{ homePeriod }] = useOwnSettings();
  const value = inAddress || homePeriod;
  return homePeriods.find((each) => each === value) ?? homePeriodDefault;
}

/** The period that figures and chart show and are compared by. */
export function PeriodSwitch({ period }: { readonly period: HomePeriod }) {
  const messages = useMessages("home");
  const [, write] = useSearchParam("period");
  const [, change] = useOwnSettings();
  const handleChoice = (chosen: HomePeriod) => {
    write(chosen === homePeriodDefault ? "" : chosen);
    change({ homePeriod: chosen === homePeriodDefault ? null : chosen });
  };
  return (
    <div className={styles.periods} role="group" aria-label={messages("periods.title")}>
      {homePeriods.map((each) => (
        <button key={each} type="button" aria-pressed={each === period} onClick={() => handleChoice(each)}>
          {messages(`periods.${each}`)}
        </button>
      ))}
    </div>
  );
}
