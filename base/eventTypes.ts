import type { AffectedRecord } from "#base/impact.ts";

/**
 * The events of records that other areas and webhooks may depend on (domain 5.3). A new one is a line here, and a
 * message on the webhooks' screen.
 */
export const eventTypes = [
  "brand.activated",
  "brand.suspended",
  "brand.archived",
  "category.relevance_changed",
  "certifier.recognition_changed",
  "certifier.suspended",
  "certifier.reinstated",
  "certifier.accreditation_changed",
  "product.published",
  "product.unpublished",
  "product.archived",
  "product.moved",
  "certificate.submitted",
  "certificate.verified",
  "certificate.scope_reduced",
  "certificate.expiring",
  "certificate.expired",
  "certificate.suspended",
  "certificate.reinstated",
  "certificate.withdrawn",
  "certificate.superseded",
  "certificate.reviewed",
  "retailer.activated",
  "retailer.suspended",
  "retailer.closed",
  "retailer.type_changed",
  "retailer.market_changed",
  "retailer.chain_changed",
  "retailer.places_changed",
  "retailer_type.policy_changed",
  "assignment.paused",
  "assignment.resumed",
  "assignment.ended",
  "sighting.changed",
] as const;

export type EventType = (typeof eventTypes)[number];

/** An event of one area's record. */
export type DomainEvent = {
  readonly type: EventType;
  readonly resource: string;
  readonly resourceId: string;
  /** Sent to webhooks: plain values, no secrets, no personal data. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The records of other areas that it concerns, by resource: `{products: [ids]}`. Not sent to webhooks. */
  readonly concerns?: Readonly<Record<string, readonly string[]>>;
};

/** A side effect of an event in another area: `assignments`, `paused`, 14. */
export type SideEffect = {
  readonly resource: string;
  readonly verb: string;
  readonly count: number;
  /** More detailed counts, such as `{retailers: 9}`. */
  readonly facts: Readonly<Record<string, number>>;
  /** The first records behind `facts`, those with the most first, as far as the reader may see them. */
  readonly reaches?: readonly AffectedRecord[];
};
