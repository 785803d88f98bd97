import filesUrl from "@electric-sql/pglite/pglite.data?url";
import programUrl from "@electric-sql/pglite/pglite.wasm?url";

/** PostgreSQL's files, which are most of what a first visit loads. */
export type Downloads = {
  readonly program: Promise<WebAssembly.Module>;
  readonly programFiles: Promise<ArrayBuffer>;
};

/**
 * Fetches all of them in parallel, before the code that needs them is loaded. By itself PGlite fetches them one after
 * the other, and compiles a copy of the response, which prevents the browser from caching the compiled code.
 */
export const startDownloads = (): Downloads => ({
  program: WebAssembly.compileStreaming(fetch(programUrl)),
  programFiles: fetchBytes(filesUrl),
});

export async function fetchBytes(path: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(path, self.location.origin));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.arrayBuffer();
}
