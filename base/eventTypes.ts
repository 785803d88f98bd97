import type { Reached } from "#base/impact.ts";

/**
 * Everything that can happen to records and that others may rest on or be told of (domain 5.3). A new kind of event is a
 * line here, and its words on the webhooks' screen.
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
] as const;

export type EventType = (typeof eventTypes)[number];

/** Something that happened to records of one area, and that others may rest on. */
export type DomainEvent = {
  readonly type: EventType;
  readonly resource: string;
  readonly resourceId: string;
  /** What is told outside: plain values, no secret, nothing about a person. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The records of other areas that it concerns, by their resource: `{products: [ids]}`. Not told outside. */
  readonly concerns?: Readonly<Record<string, readonly string[]>>;
};

/** What an event brought about in another area: `assignments`, `paused`, 14. */
export type Consequence = {
  readonly resource: string;
  readonly verb: string;
  readonly count: number;
  /** Told apart further, such as `{retailers: 9}`. */
  readonly facts: Readonly<Record<string, number>>;
  /** The first of `facts` by name, those with most first: as far as whoever asks may see them. */
  readonly reaches?: readonly Reached[];
};
