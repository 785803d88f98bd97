import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { changeLanguage, startMessages } from "#web/i18n.ts";
import { firstState } from "#web/list/listUrl.ts";
import { pickable } from "#web/list/pickable.ts";
import { useListRows } from "#web/list/useListRows.ts";
import { useOffered } from "#web/list/usePickedRecords.ts";
import { listOf } from "#web/records/ListScreen.tsx";
import { showPage } from "#web/testing/queueFixture.tsx";
import { stall, stalls, stallScreens } from "#web/testing/recordFixture.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { useLanguage } from "#web/useMessages.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let leave = async () => {};
afterEach(() => leave());

const list = listOf(stallScreens);
const state = firstState({ filters: [], sorts: [], initialOrder: list.initialOrder });
const source = pickable<typeof stalls.list>({ operation: stalls.list, sort: "name", nameOf: ({ name }) => name });

function Screen() {
  const { rows } = useListRows(list, state);
  const offered = useOffered(source, "");
  return (
    <p lang={useLanguage()}>
      {rows.data?.rows.length} {offered.rows.length}
    </p>
  );
}

test("lists and pickers read names in the order of the screen's language, again when it changes", async () => {
  await startMessages();
  let requested: (string | null)[] = [];
  const transport = async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith("/stalls")) requested.push(searchParams.get("sort"), searchParams.get("sortLanguage"));
    return Response.json({ rows: [stall], next: null, previous: null, total: { count: 1, isCapped: false } });
  };
  ({ leave } = await showPage(transport, <Screen />));
  expect(requested).toEqual(["name", null, "name", null]);
  requested = [];
  await act(() => changeLanguage("ar"));
  await waitForEffects();
  expect(requested).toEqual(["name", "ar", "name", "ar"]);
  await act(() => changeLanguage("en"));
});
