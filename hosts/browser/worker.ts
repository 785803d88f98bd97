import type { Api } from "#api/app.ts";
import { startHouse } from "#hosts/browser/startHouse.ts";
import type { WorkerFailure, WorkerReply, WorkerRequest } from "#hosts/browser/wire.ts";

// One file for both kinds of worker: shared by all tabs where the browser can, one a page where it cannot.
const scope = self as unknown as DedicatedWorkerGlobalScope & { onconnect: ((event: MessageEvent) => void) | null };
const house = startHouse();

function serve(port: Pick<MessagePort, "postMessage" | "onmessage">) {
  house.catch((error: unknown) => port.postMessage({ failure: String(error) } satisfies WorkerFailure));
  port.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
    const { id, reply } = await answer(await house, data);
    port.postMessage({ id, reply } satisfies WorkerReply, reply?.body ? [reply.body] : []);
  };
}

async function answer(api: Api, { id, url, method, headers, body }: WorkerRequest): Promise<WorkerReply> {
  const request = new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), body });
  const response = await api.answer(request, { address: "127.0.0.1", requestId: crypto.randomUUID() });
  if (response === null) return { id, reply: null };
  const bytes = response.body === null ? null : await response.arrayBuffer();
  return { id, reply: { status: response.status, headers: [...response.headers], body: bytes } };
}

if ("onconnect" in scope) scope.onconnect = ({ ports }) => serve(ports[0]!);
else serve(scope);
