import type { Operation } from "#base/contract.ts";
import type { RecordTypes } from "#base/records/types.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import type { RecordScreens } from "#web/records/recordScreens.ts";
import type { ScreenRoute, Screens } from "#web/screens.ts";

type RecordRoutes<T extends RecordTypes> = Pick<Screens, "name" | "messages" | "menuTitles" | "history"> & {
  /** Of its audit entries, if it is not the name. */
  readonly resource?: string;
  /** The path of the list. A record is at `<path>/<id>`, a new one at `<path>/new`. */
  readonly path: `/${string}`;
  /** Paths that redirect to the list. */
  readonly redirects?: readonly `/${string}`[];
  // Loaded on demand, so that the sign-in page does not load contracts and screens.
  readonly operations: () => Promise<Readonly<Record<"list" | "get", Operation>> & { readonly create?: Operation }>;
  /** Users can't add records. */
  readonly hasNoCreate?: true;
  readonly screens: () => Promise<RecordScreens<T>>;
  /** In place of the kernel's, for a detail page that differs from other areas'. */
  readonly loadDetailPage?: ScreenRoute["load"];
  readonly more?: readonly ScreenRoute[];
};

/** The routes of list, detail page and create page. */
export function recordRoutes<T extends RecordTypes>(routes: RecordRoutes<T>): Screens {
  const {
    path,
    redirects = [],
    operations,
    screens,
    loadDetailPage,
    more = [],
    hasNoCreate,
    resource,
    ...rest
  } = routes;
  const load = () =>
    withListMessages(
      Promise.all([screens(), import("#web/records/ListScreen.tsx")]).then(([own, { listScreen }]) => listScreen(own)),
    );
  const loadRecord = () => {
    // The form is a separate chunk; requested here, it loads in parallel with the page.
    void import("#web/records/RecordForms.tsx");
    void import("#web/records/RecordActivity.tsx");
    return withRecordMessages(
      Promise.all([screens(), import("#web/records/RecordScreen.tsx")]).then(([own, { recordScreen }]) => {
        void own.form();
        return recordScreen(own);
      }),
    );
  };
  const loadTexts = async () => {
    const [own, { useFieldFormatters }] = await Promise.all([screens(), import("#web/records/fieldFormat.ts")]);
    return () => useFieldFormatters(own);
  };
  return {
    history: [{ resource: resource ?? rest.name, load: loadTexts }],
    ...rest,
    routes: [
      ...redirects.map((from) => ({ path: from, needs: "session", load, redirectTo: path }) as const),
      { path, needs: async () => (await operations()).list, load },
      ...(hasNoCreate
        ? []
        : [{ path: `${path}/new`, needs: async () => (await operations()).create!, load: loadRecord } as const]),
      { path: `${path}/$id`, needs: async () => (await operations()).get, load: loadDetailPage ?? loadRecord },
      ...more,
    ],
  };
}
