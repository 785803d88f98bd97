import { type Day, dayIn } from "#base/days.ts";
import { instant } from "#base/time.ts";
import { readSettings } from "#web/settings/settings.ts";
import { deviceTimeZone } from "#web/settings/useSettings.ts";

/** The day on the reader's clock. `toISOString` returns the day in UTC. */
export const localDay = (at: Date | number): Day =>
  dayIn(instant(Number(at)), readSettings().timeZone ?? deviceTimeZone());
