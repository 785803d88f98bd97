import { keysDatabaseName } from "#hosts/browser/cipherKey.ts";
import { filesDatabaseName } from "#hosts/browser/files.ts";
import { pagesDatabaseName } from "#hosts/browser/openDatabase.ts";
import { settled } from "#hosts/browser/settled.ts";
import { type BrowserHouse, startHouse } from "#hosts/browser/startHouse.ts";
import {
  databaseName,
  type WorkerFailure,
  type WorkerOrder,
  type WorkerReady,
  type WorkerReply,
  type WorkerRequest,
  type WorkerReset,
} from "#hosts/browser/wire.ts";

// One file for both kinds of worker: shared by all tabs where the browser can, one a page where it cannot.
// The page is type-checked as a page, so what a worker has beyond it is named here.
type WorkerScope = Pick<MessagePort, "postMessage" | "onmessage"> & {
  onconnect?: (event: MessageEvent) => void;
  close: () => void;
};
const scope = self as unknown as WorkerScope;
const house = holdDatabase().then(startHouse);

function serve(port: Pick<MessagePort, "postMessage" | "onmessage">) {
  house.then(
    () => port.postMessage({ ready: true } satisfies WorkerReady),
    (error: unknown) => port.postMessage({ failure: String(error) } satisfies WorkerFailure),
  );
  port.onmessage = async ({ data }: MessageEvent<WorkerRequest | WorkerOrder>) => {
    if ("order" in data) {
      await forget();
      port.postMessage({ reset: true } satisfies WorkerReset);
      return scope.close();
    }
    const { id, reply } = await answer(await house, data);
    port.postMessage({ id, reply } satisfies WorkerReply, reply?.body ? [reply.body] : []);
  };
}

/** Two workers must not write one database. Held as long as this worker lives; the browser lets go of it with us. */
async function holdDatabase(): Promise<void> {
  const isHeld = await new Promise<boolean>((held) => {
    void navigator.locks.request(databaseName, { ifAvailable: true }, (lock) => {
      held(lock !== null);
      return lock === null ? undefined : new Promise(() => {});
    });
  });
  if (!isHeld) throw new Error("already_open");
}

async function answer(
  { api, keep }: BrowserHouse,
  { id, url, method, headers, body }: WorkerRequest,
): Promise<WorkerReply> {
  const request = new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), body });
  const response = await api.answer(request, { address: "127.0.0.1", requestId: crypto.randomUUID() });
  if (response === null) return { id, reply: null };
  // The browser ends this worker with its last page, so what is said to be done must be kept by then.
  if (method !== "GET") await keep();
  const bytes = response.body === null ? null : await response.arrayBuffer();
  return { id, reply: { status: response.status, headers: [...response.headers], body: bytes } };
}

async function forget(): Promise<void> {
  // A database that could not be opened, such as one of an older release, must be forgettable too.
  await house.then((opened: BrowserHouse) => opened.close()).catch(() => {});
  for (const name of [pagesDatabaseName, filesDatabaseName, keysDatabaseName])
    await settled(indexedDB.deleteDatabase(name));
}

if ("onconnect" in scope) scope.onconnect = ({ ports }) => serve(ports[0]!);
else serve(scope);
