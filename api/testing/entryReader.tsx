import { Window } from "happy-dom";
import { act, type ReactNode } from "react";
import { onTestFinished, vi } from "vitest";
import type { RecordEvent } from "#api/testing/EntryPage.tsx";
import type { AuditEntry } from "#features/access/audit/contract.ts";
import type { Transport } from "#web/call.ts";
import type { Language } from "#web/screens.ts";

/** A text as people read it: a value or a label alone, or a part of a longer one. */
export type Line = { readonly text: string; readonly isWhole: boolean };

type EntryReader = {
  readonly readEntry: (entry: AuditEntry, language: Language) => Promise<Line[]>;
  /** As a user who may open the record, with the calls of its page. */
  readonly readHistory: (shown: RecordEvent, language: Language, transport: Transport) => Promise<Line[]>;
};

/**
 * Reads entries of the audit log and of histories as people do: action, object and changes, in lines. React and the
 * screens look for a document when they are loaded, so that they are loaded here.
 */
export async function openEntryReader(): Promise<EntryReader> {
  onTestFinished(() => void vi.unstubAllGlobals());
  stubDocument();
  const [{ createRoot }, { startMessages, loadMessages, changeLanguage }, { loadRecordMessages }, page] =
    await Promise.all([
      import("react-dom/client"),
      import("#web/i18n.ts"),
      import("#web/record/withRecordMessages.ts"),
      import("#api/testing/EntryPage.tsx"),
    ]);
  await startMessages();
  await loadRecordMessages();
  const { EntryPage, HistoryPage, everyArea, loadFormatters } = page;
  for (const area of everyArea) await loadMessages(area);
  await loadFormatters();
  const read = async (language: Language, shown: ReactNode, isLoaded: () => boolean) => {
    await changeLanguage(language);
    const place = document.createElement("main");
    document.body.append(place);
    const root = createRoot(place);
    await act(async () => root.render(shown));
    // The formatters of an area, and the names that it reads, replace the plain ones a moment later.
    for (let turns = 0; turns < 3 || !isLoaded(); turns++)
      await act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
    const lines = linesIn(place);
    await act(async () => root.unmount());
    place.remove();
    return lines;
  };
  return {
    readEntry: (entry, language) => read(language, <EntryPage entry={entry} />, () => true),
    readHistory: (shown, language, transport) => {
      let open = 0;
      const counted: Transport = async (request) => {
        open += 1;
        return transport(request).finally(() => void (open -= 1));
      };
      return read(language, <HistoryPage {...shown} transport={counted} />, () => open === 0);
    },
  };
}

function stubDocument(): void {
  const window = new Window({ url: "http://mizan.test/" });
  for (const name of ["document", "localStorage", "navigator", "Node", "Element", "HTMLElement", "HTMLIFrameElement"])
    vi.stubGlobal(name, (window as unknown as Record<string, unknown>)[name]);
  vi.stubGlobal("window", window);
  vi.stubGlobal("self", window);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
}

function linesIn(place: HTMLElement): Line[] {
  // The address and the program of a browser are shown as they were sent.
  for (const sent of place.querySelectorAll("code")) sent.remove();
  const read = Array.from(place.querySelectorAll("p, th, td, dt, dd, del, ins"));
  // A value before and the one after are lines of their own.
  return read
    .filter((element) => element.localName !== "dd" || element.querySelector("del") === null)
    .map((element) => ({
      text: element.textContent,
      isWhole: element.closest("td")?.contains(element.parentElement) !== true,
    }));
}
