import { refusals } from "#base/refusal.ts";

// Separate from the contract: areas whose changes may need approval need only these refusals.

export const approvalRefusals = refusals({
  own_request: { status: 403, message: "You can’t decide on your own request." },
  not_your_turn: { status: 403, message: "You can’t approve a change you couldn’t make yourself." },
  /** The details are `{ until }`. */
  approvals_paused: {
    status: 409,
    message:
      "This can’t be approved yet. For 24 hours after an account’s sign-in or permissions change, it can’t approve changes or have its own approved.",
  },
  not_yours: { status: 403, message: "Only the requester can cancel this request." },
  already_decided: { status: 409, message: "This request has already been decided." },
  requester_lost_rights: {
    status: 409,
    message: "{name} can no longer make this change. Reject the request or ask someone else to make it.",
  },
  one_at_a_time: {
    status: 409,
    message: "This needs a second person’s approval for each record. Do it one at a time.",
  },
  approval_pending: { status: 409, message: "You already have a pending change for this record. Cancel it first." },
});
