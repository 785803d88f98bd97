import { type ComponentType, lazy, Suspense, use, useState } from "react";
import { loadMessages } from "#web/i18n.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import classes from "#web/record/RecordPage.module.css";
import type { Screens } from "#web/screens.ts";

/** What areas add to every record’s page, such as the button to watch it. Loaded after the page. */
export function RecordTools() {
  const { recordTools } = use(KnownScreensContext);
  return recordTools.map((area) => <RecordTool key={area.name} area={area} />);
}

function RecordTool({ area }: { readonly area: Screens }) {
  const [Tool] = useState(() => toolOf(area));
  return (
    <Suspense fallback={<span className={classes.tool} />}>
      <Tool />
    </Suspense>
  );
}

const tools = new WeakMap<Screens, ComponentType>();

/** The same component each time, so that it is mounted once. */
function toolOf(area: Screens): ComponentType {
  const known =
    tools.get(area) ??
    lazy(async () => {
      const [Tool] = await Promise.all([area.recordTool!(), loadMessages(area)]);
      return { default: Tool };
    });
  tools.set(area, known);
  return known;
}
