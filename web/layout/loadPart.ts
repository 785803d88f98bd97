import { loadMessages } from "#web/i18n.ts";
import type { Screens } from "#web/screens.ts";

/** A part that an area adds to a screen, once the area’s messages are loaded, too. */
export async function loadPart<Part>(area: Screens, load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadMessages(area)]);
  return part;
}
