import type { Ctx } from "#api/context.ts";
import { netChanges } from "#api/notices.ts";
import type { Email } from "#api/ports.ts";
import {
  type ChangeFacts,
  changeEmail,
  isResumption,
  namedMax,
  type AffectedRetailer,
} from "#features/halal/certificates/emails/api/changeEmails.ts";
import { reminderEmail, type ReminderFacts } from "#features/halal/certificates/emails/api/reminderEmails.ts";

/** Emails about certificates, batched for some minutes (api/notices.ts). */
export const certificateNotices = "certificates.notices";

/** One email with the net changes and the last reminder. */
export function composeNotice({ settings }: Ctx, facts: readonly (ReminderFacts | ChangeFacts)[]): Email | null {
  const { publicUrl } = settings;
  const changes = facts.filter((each) => each.kind === "change");
  const reminder = facts.findLast((each) => each.kind !== "change");
  const states = netChanges(
    changes.filter(({ change }) => change !== "scope_reduced"),
    { key: () => "state", isOpposite: (a, b) => isUndone(a, b) },
  );
  const reductions = changes.filter(({ change }) => change === "scope_reduced");
  const emails = [
    ...(states.length > 0 ? [changeEmail(lastOf(states), publicUrl)] : []),
    ...(reductions.length > 0 ? [changeEmail(allOf(reductions), publicUrl)] : []),
    ...(reminder ? [reminderEmail(reminder, publicUrl)] : []),
  ];
  const [first] = emails;
  return first === undefined ? null : { ...first, text: emails.map(({ text }) => text).join("\n\n— — —\n\n") };
}

const isUndone = (a: ChangeFacts, b: ChangeFacts) =>
  (a.change === "suspended" && b.change === "reinstated") || (a.change === "reinstated" && b.change === "suspended");

/** The final state, with every product paused, or resumed, on the way there. */
function lastOf(states: readonly ChangeFacts[]): ChangeFacts {
  const last = states.at(-1)!;
  return { ...last, ...together(states.filter(({ change }) => isResumption(change) === isResumption(last.change))) };
}

/** All reductions of a scope as one, with every reason. */
function allOf(reductions: readonly ChangeFacts[]): ChangeFacts {
  const reasons = new Set(reductions.flatMap(({ reason }) => reason ?? []));
  return {
    ...reductions.at(-1)!,
    ...together(reductions),
    reason: reasons.size === 0 ? null : [...reasons].join("; "),
    products: reductions.flatMap(({ products }) => products).slice(0, namedMax),
    productCount: reductions.reduce((sum, { productCount }) => sum + productCount, 0),
  };
}

function together(changes: readonly ChangeFacts[]): Pick<ChangeFacts, "stopped" | "shops"> {
  const shops = new Map<string, AffectedRetailer>();
  for (const shop of changes.flatMap((change) => change.shops ?? []))
    shops.set(shop.id, { ...shop, products: shop.products + (shops.get(shop.id)?.products ?? 0) });
  return {
    stopped: {
      products: changes.reduce((sum, { stopped }) => sum + stopped.products, 0),
      retailers: Math.max(...changes.map(({ stopped }) => stopped.retailers)),
    },
    ...(shops.size > 0 ? { shops: [...shops.values()] } : {}),
  };
}
