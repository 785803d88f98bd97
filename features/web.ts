import type { Screens } from "#web/screens.ts";

export const featureScreens: readonly Screens[] = [];
