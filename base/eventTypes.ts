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
  "retailer.activated",
  "retailer.suspended",
  "retailer.closed",
  "assignment.paused",
  "assignment.resumed",
  "assignment.ended",
] as const;

export type EventType = (typeof eventTypes)[number];
