import filesUrl from "@electric-sql/pglite/pglite.data?url";
import programUrl from "@electric-sql/pglite/pglite.wasm?url";

/** PostgreSQL, which is most of what a first visit loads. */
export type Downloads = {
  readonly program: Promise<WebAssembly.Module>;
  readonly programFiles: Promise<ArrayBuffer>;
};

/**
 * Fetches it all at once, before there is any code that needs it. Left alone, PGlite fetches one after another, and
 * compiles a copy of the answer, which the browser cannot keep compiled for the next visit.
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
