import { refusals } from "#base/refusal.ts";

// Separate from the contract: areas whose changes may need approval need only these refusals.

export const approvalRefusals = refusals({
  own_request: { status: 403, message: "You can’t decide on your own request." },
  not_your_turn: { status: 403, message: "You can’t approve a change you couldn’t make yourself." },
  /** The details are `{ until }`. */
  approvals_paused: {
    status: 409,
    message:
      "This can't be approved yet: for 24 hours after a change to somebody's sign-in or rights, that account approves nothing and gets nothing approved.",
  },
  not_yours: { status: 403, message: "Only the person who made the request can cancel it." },
  already_decided: { status: 409, message: "This request has already been decided." },
  requester_lost_rights: {
    status: 409,
    message: "{name} can't make this change any more. Reject the request, or ask somebody else to make it.",
  },
  one_at_a_time: {
    status: 409,
    message: "This needs a second person’s approval for each record. Do it one at a time.",
  },
  approval_pending: { status: 409, message: "You already have a pending change for this record. Cancel it first." },
});
