import { refusals } from "#base/refusal.ts";

// Separate from the contract: areas whose changes may need approval need only these refusals.

export const approvalRefusals = refusals({
  own_request: { status: 403, message: "You asked for this yourself. Somebody else decides." },
  not_your_turn: { status: 403, message: "Nobody approves what they could not do themselves." },
  /** The details are `{ until }`. */
  approvals_paused: {
    status: 409,
    message:
      "This can't be approved yet: for 24 hours after a change to somebody's sign-in or rights, that account approves nothing and gets nothing approved.",
  },
  not_yours: { status: 403, message: "Only whoever asked for it can take it back." },
  already_decided: { status: 409, message: "This request is closed already." },
  requester_lost_rights: {
    status: 409,
    message: "{name} can't make this change any more. Reject the request, or ask somebody else to make it.",
  },
  one_at_a_time: {
    status: 409,
    message: "This needs a second person, who approves it record by record. Do it one by one.",
  },
  approval_pending: { status: 409, message: "A change of yours to this record waits already. Take it back first." },
});
