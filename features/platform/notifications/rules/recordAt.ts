import { recordPaths } from "#features/access/audit/rules.ts";

/** The resource and the ID of the record at an address; null if it isn’t that of a record’s page. */
export function recordAt(path: string): { readonly resource: string; readonly resourceId: string } | null {
  const usual = path.replace("/retailer-details/", "/retailers/");
  for (const [resource, list] of Object.entries(recordPaths)) {
    const resourceId = usual.startsWith(`${list}/`) ? usual.slice(list.length + 1).split("/")[0]! : "";
    if (/^[0-9a-f-]{36}$/.test(resourceId)) return { resource, resourceId };
  }
  return null;
}
