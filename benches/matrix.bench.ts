import { createBenchDatabase } from "#benches/benchDatabase.ts";
import { desktop, openBrowser, openPage } from "#benches/chromium.ts";
import { signIn, startHost } from "#benches/host.ts";
import { branchesCount, fillMatrix, productsCount } from "#benches/matrixRows.ts";
import { assertFrames, type Gesture, measureGesture } from "#benches/scrollFrames.ts";

// Issue 4, speed: the assignment matrix of 1,000 products × 50 branches scrolls at 60 frames per second; issue 17: so does
// the catalogue of icons.

/** Down and across as fast as a finger, each into cells not shown before. */
const matrixGestures: readonly Gesture[] = [
  { name: "down", xDistance: 0, yDistance: -12_000, speed: 3_000 },
  { name: "across", xDistance: -4_500, yDistance: 0, speed: 1_500 },
  { name: "up", xDistance: 0, yDistance: 9_000, speed: 3_000 },
];
const iconGestures: readonly Gesture[] = [
  { name: "icons down", xDistance: 0, yDistance: -12_000, speed: 3_000 },
  { name: "icons up", xDistance: 0, yDistance: 9_000, speed: 3_000 },
];

async function bench(): Promise<void> {
  const database = await createBenchDatabase(10);
  console.log(`making ${productsCount} products and ${branchesCount} branches …`);
  const chainId = await fillMatrix(database.client);
  const host = await startHost(database);
  const browser = await openBrowser();
  try {
    const page = await openPage(browser, { port: host.port, viewport: desktop, headers: await signIn(host.port) });
    const cdp = await page.context().newCDPSession(page);
    const rows = [];
    for (const [path, gestures] of [
      [`/apps/retailer/assign-products/${chainId}?tab=matrix`, matrixGestures],
      ["/pages/icons", iconGestures],
    ] as const) {
      await page.goto(path);
      await page.getByRole("gridcell").first().waitFor();
      for (const gesture of gestures) rows.push(await measureGesture(page, cdp, gesture));
    }
    assertFrames(rows);
  } finally {
    await browser.close();
    host.process.kill("SIGKILL");
    await database.close();
  }
}

await bench();
