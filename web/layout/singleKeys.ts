import { readStored } from "#web/ui/useStored.ts";

/** Whether keys that are one sign work by themselves (WCAG 2.1.4): who speaks to the machine, or trembles, may turn them off. */
export const singleKeysKey = "mizan.singleKeys";

export const areSingleKeysOn = (): boolean => readStored<boolean>(singleKeysKey) ?? true;
