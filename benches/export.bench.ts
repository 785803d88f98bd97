import { setTimeout as sleep } from "node:timers/promises";
import { exportFiles, type ExportRun } from "#base/exports.ts";
import { assertBudget } from "#benches/assertBudget.ts";
import { createBenchDatabase } from "#benches/benchDatabase.ts";
import { memoryOf, signIn, startHost, transportTo } from "#benches/host.ts";
import { call } from "#web/call.ts";
import { newId } from "#web/newId.ts";

// Statement 29 of the shell's design: an export of a million rows takes at most this much more memory.
const memoryMaxMb = 150;

async function bench(rows: number): Promise<void> {
  const database = await createBenchDatabase(rows);
  const host = await startHost(database);
  try {
    const headers = await signIn(host.port);
    const send = transportTo({ port: host.port, headers });
    const restMb = memoryOf(host);
    const startedAt = performance.now();
    const { id: exportId } = await call(send, exportFiles.start, {
      exportId: newId(),
      operation: "/api/v1/brands/export.csv",
      input: { sort: "name" },
      presentation: { format: "xlsx", language: "ar", timeZone: "Asia/Dubai", texts: {}, translated: null },
    });
    let run: ExportRun;
    do {
      await sleep(500);
      run = await call(send, exportFiles.read, { exportId });
    } while (run.state === "running");
    const preparedMs = performance.now() - startedAt;
    const { ticket } = await call(send, exportFiles.createTicket, { exportId });
    const response = await fetch(`http://127.0.0.1:${host.port}/api/v1/exports/${exportId}/file?ticket=${ticket}`);
    let bytes = 0;
    for await (const piece of response.body!) bytes += piece.length;
    const downloadedMs = performance.now() - startedAt - preparedMs;
    const memoryMb = memoryOf(host) - restMb;
    const count = run.rowsCount.toLocaleString("en");
    assertBudget(
      run.state === "done" && run.rowsCount === rows,
      `${count} rows in ${(preparedMs / 1000).toFixed(1)} s`,
    );
    assertBudget(bytes > rows, `${(bytes / 1e6).toFixed(1)} MB downloaded in ${(downloadedMs / 1000).toFixed(1)} s`);
    assertBudget(memoryMb <= memoryMaxMb, `${memoryMb.toFixed(0)} MB more memory, at most ${memoryMaxMb}`);
  } finally {
    host.process.kill("SIGKILL");
    await database.close();
  }
}

await bench(Number(process.argv[2] ?? 1_000_000));
