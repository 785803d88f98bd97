import { describe, expect, test } from "vitest";
import { pinnedReasons, scrolledReasons } from "#tools/lint/reasons.ts";
import { checkoutTree, plantedTree } from "#tools/tree.ts";

const field = "export const ReasonInput = () => <textarea />;";
const [area, dialog] = ["features/halal/certificates/web", "features/halal/certificates/web/SuspendDialog.tsx"];
const imports = [
  'import { ReasonInput } from "#web/ui/ReasonInput.tsx";',
  'import { Dialog } from "#web/ui/Dialog.tsx";',
  'import { SidePanel } from "#web/ui/SidePanel.tsx";',
  `import { Why } from "#${area}/Why.tsx";`,
].join("\n");
const why = 'import { ReasonInput } from "#web/ui/ReasonInput.tsx";\nexport const Why = () => <p><ReasonInput /></p>;';
const treeWith = (jsx: string, more: Readonly<Record<string, string>> = {}) =>
  plantedTree({
    "web/ui/ReasonInput.tsx": field,
    [`${area}/Why.tsx`]: why,
    [dialog]: `${imports}\nexport function SuspendDialog() {\n  return ${jsx};\n}\n`,
    ...more,
  });

describe("a reason", () => {
  test.each([
    "<SidePanel pinned={<ReasonInput />}><p /></SidePanel>",
    "<SidePanel pinned={<><b /><Why /></>}><p /></SidePanel>",
    // On a page, which has no buttons that are always visible.
    "<main><ReasonInput /></main>",
  ])("may be in %s", (jsx) => {
    expect(scrolledReasons(treeWith(jsx))).toEqual([]);
  });

  test.each([
    "<SidePanel pinned={null}><ReasonInput /></SidePanel>",
    "<SidePanel pinned={<b />}><div>{isLoss && <Why />}</div></SidePanel>",
    "<SidePanel pinned={null} footer={<Why />}><p /></SidePanel>",
    "<Dialog><Why /></Dialog>",
  ])("may not be in %s", (jsx) => {
    expect(scrolledReasons(treeWith(jsx))).toEqual([expect.stringMatching(`^${dialog}:6: (?:Why|ReasonInput) asks`)]);
  });

  test("is found in a component that is loaded later, and in one of the same file", () => {
    const later = `const Later = lazy(async () => ({ default: (await import("#${area}/Why.tsx")).Why }));`;
    const own = "const Own = () => <Later />;";
    const jsx = "<SidePanel pinned={null}><Own /></SidePanel>";
    const text = `${imports}\n${later}\n${own}\nexport const SuspendDialog = () => ${jsx};\n`;
    expect(scrolledReasons(treeWith("", { [dialog]: text }))).toEqual([expect.stringContaining("Own asks")]);
  });
});

test("every panel of the product that asks for a reason is found", () => {
  expect(pinnedReasons(checkoutTree())).toEqual([
    "features/catalogue/categories/merge/web/MergeDialog.tsx",
    "features/halal/certificates/validity/web/LossDialog.tsx",
    "features/halal/certifiers/web/PolicyDialog.tsx",
    "features/halal/sightings/web/SightingDialog.tsx",
    "features/loyalty/promocodes/redemptions/web/RollbackDialog.tsx",
    "features/retail/assignments/changes/web/ChangeDialog.tsx",
    "web/bulkRuns/BulkRunDialog.tsx",
    "web/list/BulkDialog.tsx",
    "web/record/ImpactSaveDialog.tsx",
    "web/record/ReasonDialog.tsx",
  ]);
});
