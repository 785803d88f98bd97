import { approvals } from "#features/access/approvals/contract.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";
import { redemptions } from "#features/loyalty/promocodes/contract/redemptions.ts";
import { figureNames, type FigureName, queueNames, type QueueName, shownOf } from "#features/platform/home/rules.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { useCan } from "#web/session.tsx";

const queues = [
  { name: "approvals", operation: approvals.list },
  { name: "promocodes", operation: promocodes.changeStatus },
  { name: "reviews", operation: certificates.readQueue },
  { name: "expiring", operation: certificates.list },
  { name: "budgets", operation: promocodes.list },
] as const satisfies readonly { name: QueueName; operation: unknown }[];

const figures = [
  { name: "activeBrands", operation: brands.list },
  { name: "publishedProducts", operation: products.list },
  { name: "certifiedProducts", operation: products.list },
  { name: "activeRetailers", operation: retailers.list },
  { name: "redemptionsToday", operation: redemptions.list },
  { name: "livePromocodes", operation: promocodes.list },
  { name: "validCertificates", operation: certificates.list },
] as const satisfies readonly { name: FigureName; operation: unknown }[];

/** The widgets that the answer will have, known before it arrives: each has its final box from the start. */
export function useWidgets(): { readonly queues: readonly QueueName[]; readonly figures: readonly FigureName[] } {
  const can = useCan();
  return {
    queues: shownOf(
      queueNames,
      queues.filter(({ operation }) => can(operation)),
    ).map(({ name }) => name),
    figures: shownOf(
      figureNames,
      figures.filter(({ operation }) => can(operation)),
    ).map(({ name }) => name),
  };
}
