import { Window } from "happy-dom";
import { act } from "react";
import { onTestFinished, vi } from "vitest";
import type { AuditEntry } from "#features/access/audit/contract.ts";
import type { Language } from "#web/screens.ts";

type EntryReader = (entry: AuditEntry, language: Language) => Promise<string>;

/**
 * Reads entries of the audit log as people do: action, object and changes, in lines. React and the screens look for a
 * document when they are loaded, so that they are loaded here.
 */
export async function openEntryReader(): Promise<EntryReader> {
  onTestFinished(() => void vi.unstubAllGlobals());
  const window = new Window({ url: "http://mizan.test/" });
  for (const name of ["document", "localStorage", "navigator", "Node", "Element", "HTMLElement", "HTMLIFrameElement"])
    vi.stubGlobal(name, (window as unknown as Record<string, unknown>)[name]);
  vi.stubGlobal("window", window);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const [{ createRoot }, { startMessages, loadMessages, changeLanguage }, { loadRecordMessages }, page] =
    await Promise.all([
      import("react-dom/client"),
      import("#web/i18n.ts"),
      import("#web/record/withRecordMessages.ts"),
      import("#api/testing/EntryPage.tsx"),
    ]);
  await startMessages();
  await loadRecordMessages();
  const { EntryPage, everyArea, loadFormatters } = page;
  for (const area of everyArea) await loadMessages(area);
  await loadFormatters();
  return async (entry, language) => {
    await changeLanguage(language);
    const place = document.createElement("main");
    document.body.append(place);
    const root = createRoot(place);
    await act(async () => root.render(<EntryPage entry={entry} />));
    // The formatters of an area replace the plain ones a moment later.
    await act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
    const text = [...place.querySelectorAll("p, th, td, dt, del, ins")]
      .map(({ textContent }) => textContent)
      .join("\n");
    await act(async () => root.unmount());
    place.remove();
    return text;
  };
}
