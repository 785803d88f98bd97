import { useLocation } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense, use, useState } from "react";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { loadPart } from "#web/layout/loadPart.ts";
import classes from "#web/record/RecordPage.module.css";
import type { Screens } from "#web/screens.ts";

/** What areas add to records’ pages, such as the button to watch it. Loaded after the page. */
export function RecordTools() {
  const { recordTools } = use(KnownScreensContext);
  const path = useLocation({ select: ({ pathname }) => pathname });
  return recordTools
    .filter(({ recordTool }) => recordTool?.isAt(path))
    .map((area) => <RecordTool key={area.name} area={area} />);
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
  const known = tools.get(area) ?? lazy(async () => ({ default: await loadPart(area, area.recordTool!.load) }));
  tools.set(area, known);
  return known;
}
