import { MantineProvider } from "@mantine/core";
import { demoScreens } from "#demos/web.ts";
import type { AuditEntry } from "#features/access/audit/contract.ts";
import { EntryChanges } from "#features/access/audit/web/EntryChanges.tsx";
import { useAuditTexts } from "#features/access/audit/web/useAuditTexts.ts";
import { featureScreens } from "#features/web.ts";
import { KnownScreensContext, knownScreensOf } from "#web/layout/knownScreens.ts";
import { TransportContext } from "#web/transport.ts";

const screens = [...featureScreens, ...demoScreens];
const known = knownScreensOf(screens);
/** A reader who may see the log and nothing else. */
const transport = async () => Response.json({ code: "not_found" }, { status: 404 });

export const everyArea = screens.map(({ name, messages }) => ({ name, messages }));

/** The formatters of every area, so that an entry is not read before they are there. */
export const loadFormatters = () => Promise.all([...known.history.values()].map((load) => load()));

/** The texts of an entry of the audit log, on its page and in the list. */
export function EntryPage({ entry }: { readonly entry: AuditEntry }) {
  return (
    <MantineProvider env="test">
      <TransportContext value={transport}>
        <KnownScreensContext value={known}>
          <Title entry={entry} />
          <EntryChanges entry={entry} />
        </KnownScreensContext>
      </TransportContext>
    </MantineProvider>
  );
}

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
