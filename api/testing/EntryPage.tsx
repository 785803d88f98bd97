import { MantineProvider } from "@mantine/core";
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { demoScreens } from "#demos/web.ts";
import type { AuditEntry } from "#features/access/audit/contract.ts";
import { areaOf } from "#features/access/audit/rules.ts";
import { EntryChanges } from "#features/access/audit/web/EntryChanges.tsx";
import { EntryFacts } from "#features/access/audit/web/EntryFacts.tsx";
import { useAuditTexts } from "#features/access/audit/web/useAuditTexts.ts";
import { useActivityMessages } from "#features/access/users/record/web/useActivityMessages.ts";
// Loaded before the first event is read: it is a part of its own.
import "#features/access/users/record/web/ElsewhereEvent.tsx";
import { UserEvent } from "#features/access/users/record/web/UserEvent.tsx";
import { useAssignmentFormatters } from "#features/retail/assignments/history/web/useAssignmentFormatters.ts";
import { featureScreens } from "#features/web.ts";
import type { Transport } from "#web/call.ts";
import { KnownScreensContext, knownScreensOf } from "#web/layout/knownScreens.ts";
import { ActivityEntry } from "#web/record/ActivityEntry.tsx";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import type { ActivityEvent } from "#web/record/useActivity.ts";
import { TransportContext } from "#web/transport.ts";
import { useMessagesOfAny } from "#web/useMessages.ts";

const screens = [...featureScreens, ...demoScreens];
const known = knownScreensOf(screens);
/** A reader who may see the log and nothing else. */
const logOnly = async () => Response.json({ code: "not_found" }, { status: 404 });
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

export const everyArea = screens.map(({ name, messages }) => ({ name, messages }));

const formatters = new Map<string, () => FieldFormatters>();

/** The formatters of every area, so that an entry is not read before they are there. */
export async function loadFormatters(): Promise<void> {
  for (const [resource, load] of known.history) formatters.set(resource, await load());
  // The log has none for these: they are made for one assignment, as its amounts have no currency of their own.
  formatters.set("assignments", () => useAssignmentFormatters(null, null));
}

type AppProps = { readonly transport: Transport; readonly children: ReactNode };

const App = ({ transport, children }: AppProps) => (
  <MantineProvider env="test">
    <RouterContextProvider router={router as never}>
      <TransportContext value={transport}>
        <KnownScreensContext value={known}>{children}</KnownScreensContext>
      </TransportContext>
    </RouterContextProvider>
  </MantineProvider>
);

/** The texts of an entry of the audit log, on its page and in the list. */
export const EntryPage = ({ entry }: { readonly entry: AuditEntry }) => (
  <App transport={logOnly}>
    <Title entry={entry} />
    <EntryFacts entry={entry} />
    <EntryChanges entry={entry} />
  </App>
);

function Title({ entry }: { readonly entry: AuditEntry }) {
  const { actionOf, fieldOf, objectOf } = useAuditTexts([entry.resource]);
  return (
    <>
      <p>{actionOf(entry.action)}</p>
      <p>{objectOf(entry)}</p>
      {Object.keys(entry.changes).map((field) => (
        <p key={field}>{fieldOf(entry.resource, field)}</p>
      ))}
    </>
  );
}

/** An event in the history of a record, with what its call answers besides. */
export type RecordEvent = {
  readonly resource: string;
  readonly event: ActivityEvent;
  readonly names: Readonly<Record<string, string>>;
};

/** The texts of an event on the page of its record. */
export const HistoryPage = ({ transport, ...shown }: RecordEvent & { readonly transport: Transport }) => (
  <App transport={transport}>
    <RecordHistory {...shown} />
  </App>
);

function RecordHistory({ resource, event, names }: RecordEvent) {
  const useTexts = formatters.get(resource);
  if (useTexts === undefined) throw new Error(`no formatters for the history of ${resource}`);
  // oxlint-disable-next-line react/hooks -- the same for as long as this is mounted
  const texts = useTexts();
  const ofArea = useMessagesOfAny(areaOf(resource));
  const ofUser = useActivityMessages();
  const shown = { event, names, texts, isBrief: false, now: Date.parse(event.at) };
  return resource === "users" ? <UserEvent {...shown} t={ofUser} /> : <ActivityEntry {...shown} t={ofArea} />;
}
