import { readStored } from "#web/ui/useStored.ts";

/** Whether single-character shortcuts are on (WCAG 2.1.4): users of speech input or with a tremor may turn them off. */
export const singleKeysKey = "mizan.singleKeys";

export const areSingleKeysOn = (): boolean => readStored<boolean>(singleKeysKey) ?? true;
