// Generated from the OpenAPI document by tools/tillClient.mjs. Don’t edit: run `npm run build:client`.

/** The codes of all refusals of these calls. Later versions may have more. */
export type RefusalCode =
  | "already_rolled_back"
  | "amount_too_large"
  | "body_too_deep"
  | "body_too_large"
  | "budget_exhausted"
  | "campaign_busy"
  | "campaign_limit_reached"
  | "campaign_paused"
  | "code_disabled"
  | "code_ended"
  | "code_held_offline"
  | "code_invalid"
  | "code_limit_reached"
  | "code_not_started"
  | "code_of_another_member"
  | "currency_mismatch"
  | "duplicate_member"
  | "exceeds_remaining"
  | "form_from_elsewhere"
  | "funding_exhausted"
  | "idempotency_in_progress"
  | "idempotency_key_required"
  | "idempotency_key_reused"
  | "internal"
  | "invalid_input"
  | "invalid_token"
  | "line_not_promotable"
  | "location_limit_reached"
  | "lookups_too_fast"
  | "malformed_form"
  | "malformed_json"
  | "member_id_taken"
  | "member_limit_reached"
  | "member_not_eligible"
  | "min_order_not_met"
  | "no_effect"
  | "no_eligible_line"
  | "not_found"
  | "not_stackable"
  | "outcome_unknown"
  | "outside_scope"
  | "outside_window"
  | "password_change_required"
  | "period_limit_reached"
  | "permission_denied"
  | "rate_limited"
  | "receipt_already_used"
  | "reservation_expired"
  | "retailer_limit_reached"
  | "retailer_not_eligible"
  | "retry_later"
  | "second_factor_setup_required"
  | "server_busy"
  | "token_expired"
  | "token_missing"
  | "too_many_codes_tried"
  | "too_many_open_lists"
  | "unknown_batch"
  | "unknown_field"
  | "unknown_line"
  | "unknown_location"
  | "unknown_retailer"
  | "unsupported_body"
  | "viewing_only";

export type ValidateInput = {
  readonly codes?: readonly string[] | undefined;
  readonly memberId?: string | null | undefined;
  readonly retailerId: string;
  readonly locationId?: string | null | undefined;
  readonly order: {
    readonly ref: string;
    readonly currency: string;
    readonly lines: readonly {
      readonly productId?: string | undefined;
      readonly gtin?: string | undefined;
      readonly quantity: number;
      readonly unitMinor: number;
    }[];
  };
  readonly withoutLines?: readonly number[] | undefined;
};
export type ValidateOutput = {
  readonly outcomes: readonly {
    readonly key: string;
    readonly campaignId: string | null;
    readonly applies: boolean;
    readonly reason: string | null;
    readonly checks: readonly {
      readonly check:
        | "amountRange"
        | "codeExists"
        | "codeAvailable"
        | "codeMember"
        | "campaignRuns"
        | "codePeriod"
        | "period"
        | "hours"
        | "hijri"
        | "currency"
        | "retailers"
        | "locations"
        | "markets"
        | "member"
        | "certifiers"
        | "firstRedemption"
        | "lines"
        | "orderTotal"
        | "quantity"
        | "halal"
        | "codeLimit"
        | "campaignLimit"
        | "memberLimit"
        | "retailerLimit"
        | "locationLimit"
        | "stacking"
        | "effect"
        | "budget"
        | "funding";
      readonly ok: boolean;
      readonly reason: string | null;
      readonly actual: { readonly kind: string; readonly [name: string]: unknown } | null;
      readonly needed: { readonly kind: string; readonly [name: string]: unknown } | null;
      readonly line?: number | undefined;
      readonly certificateId?: string | null | undefined;
      readonly expiredOn?: string | null | undefined;
      readonly opensAt?: string | null | undefined;
      readonly isConfirmed?: boolean | undefined;
      readonly period?: string | undefined;
      readonly because?: "same_campaign" | "same_group" | "exclusive" | "over_maximum" | undefined;
    }[];
    readonly discountMinor: number;
    readonly cashbackMinor: number;
    readonly wouldApplyWithout: {
      readonly lines: readonly number[];
      readonly discountMinor: number;
      readonly cashbackMinor: number;
    } | null;
  }[];
  readonly currency: string;
  readonly baseMinor: number;
  readonly discountMinor: number;
  readonly paidMinor: number;
  readonly cashbackMinor: number;
  readonly lines: readonly {
    readonly number: number;
    readonly baseMinor: number;
    readonly discountMinor: number;
    readonly paidMinor: number;
    readonly cashbackMinor: number;
  }[];
};

export type ReserveInput = {
  readonly codes?: readonly string[] | undefined;
  readonly memberId?: string | null | undefined;
  readonly retailerId: string;
  readonly locationId?: string | null | undefined;
  readonly order: {
    readonly ref: string;
    readonly currency: string;
    readonly lines: readonly {
      readonly productId?: string | undefined;
      readonly gtin?: string | undefined;
      readonly quantity: number;
      readonly unitMinor: number;
    }[];
  };
  readonly withoutLines?: readonly number[] | undefined;
  readonly minutes?: number | undefined;
};
export type ReserveOutput = {
  readonly redemptions: readonly {
    readonly id: string;
    readonly campaignId: string;
    readonly code: string | null;
    readonly status: "reserved" | "committed" | "released" | "expired" | "partially_rolled_back" | "rolled_back";
    readonly orderRef: string;
    readonly currency: string;
    readonly discountMinor: number;
    readonly cashbackMinor: number;
    readonly discountLeftMinor: number;
    readonly cashbackLeftMinor: number;
    readonly reservedUntil: string | null;
    readonly createdAt: string;
  }[];
  readonly currency: string;
  readonly baseMinor: number;
  readonly discountMinor: number;
  readonly paidMinor: number;
  readonly cashbackMinor: number;
  readonly lines: readonly {
    readonly number: number;
    readonly baseMinor: number;
    readonly discountMinor: number;
    readonly paidMinor: number;
    readonly cashbackMinor: number;
  }[];
};

export type RedeemInput = {
  readonly codes?: readonly string[] | undefined;
  readonly memberId?: string | null | undefined;
  readonly retailerId: string;
  readonly locationId?: string | null | undefined;
  readonly order: {
    readonly ref: string;
    readonly currency: string;
    readonly lines: readonly {
      readonly productId?: string | undefined;
      readonly gtin?: string | undefined;
      readonly quantity: number;
      readonly unitMinor: number;
    }[];
  };
  readonly withoutLines?: readonly number[] | undefined;
};
export type RedeemOutput = {
  readonly redemptions: readonly {
    readonly id: string;
    readonly campaignId: string;
    readonly code: string | null;
    readonly status: "reserved" | "committed" | "released" | "expired" | "partially_rolled_back" | "rolled_back";
    readonly orderRef: string;
    readonly currency: string;
    readonly discountMinor: number;
    readonly cashbackMinor: number;
    readonly discountLeftMinor: number;
    readonly cashbackLeftMinor: number;
    readonly reservedUntil: string | null;
    readonly createdAt: string;
  }[];
  readonly currency: string;
  readonly baseMinor: number;
  readonly discountMinor: number;
  readonly paidMinor: number;
  readonly cashbackMinor: number;
  readonly lines: readonly {
    readonly number: number;
    readonly baseMinor: number;
    readonly discountMinor: number;
    readonly paidMinor: number;
    readonly cashbackMinor: number;
  }[];
};

export type CommitInput = { readonly id: string; readonly withoutLines?: readonly number[] | undefined };
export type CommitOutput = {
  readonly id: string;
  readonly campaignId: string;
  readonly code: string | null;
  readonly status: "reserved" | "committed" | "released" | "expired" | "partially_rolled_back" | "rolled_back";
  readonly orderRef: string;
  readonly currency: string;
  readonly discountMinor: number;
  readonly cashbackMinor: number;
  readonly discountLeftMinor: number;
  readonly cashbackLeftMinor: number;
  readonly reservedUntil: string | null;
  readonly createdAt: string;
};

export type ReleaseInput = { readonly id: string };
export type ReleaseOutput = {
  readonly id: string;
  readonly campaignId: string;
  readonly code: string | null;
  readonly status: "reserved" | "committed" | "released" | "expired" | "partially_rolled_back" | "rolled_back";
  readonly orderRef: string;
  readonly currency: string;
  readonly discountMinor: number;
  readonly cashbackMinor: number;
  readonly discountLeftMinor: number;
  readonly cashbackLeftMinor: number;
  readonly reservedUntil: string | null;
  readonly createdAt: string;
};

export type RollbackInput = {
  readonly id: string;
  readonly reason: string;
  readonly lines?: readonly { readonly number: number; readonly quantity: number | null }[] | undefined;
  readonly amountMinor?: number | undefined;
};
export type RollbackOutput = {
  readonly id: string;
  readonly campaignId: string;
  readonly code: string | null;
  readonly status: "reserved" | "committed" | "released" | "expired" | "partially_rolled_back" | "rolled_back";
  readonly orderRef: string;
  readonly currency: string;
  readonly discountMinor: number;
  readonly cashbackMinor: number;
  readonly discountLeftMinor: number;
  readonly cashbackLeftMinor: number;
  readonly reservedUntil: string | null;
  readonly createdAt: string;
};

export type GetRedemptionInput = { readonly id: string };
export type GetRedemptionOutput = {
  readonly id: string;
  readonly campaignId: string;
  readonly code: string | null;
  readonly status: "reserved" | "committed" | "released" | "expired" | "partially_rolled_back" | "rolled_back";
  readonly orderRef: string;
  readonly currency: string;
  readonly discountMinor: number;
  readonly cashbackMinor: number;
  readonly discountLeftMinor: number;
  readonly cashbackLeftMinor: number;
  readonly reservedUntil: string | null;
  readonly createdAt: string;
};

export type FindRedemptionsInput = { readonly retailerId: string; readonly orderRef: string };
export type FindRedemptionsOutput = {
  readonly rows: readonly {
    readonly id: string;
    readonly campaignId: string;
    readonly code: string | null;
    readonly status: "reserved" | "committed" | "released" | "expired" | "partially_rolled_back" | "rolled_back";
    readonly orderRef: string;
    readonly currency: string;
    readonly discountMinor: number;
    readonly cashbackMinor: number;
    readonly discountLeftMinor: number;
    readonly cashbackLeftMinor: number;
    readonly reservedUntil: string | null;
    readonly createdAt: string;
  }[];
};

export type FindMemberInput = {
  readonly id?: string | undefined;
  readonly memberNumber?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
};
export type FindMemberOutput = {
  readonly id: string;
  readonly memberNumber: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly displayName: string | null;
  readonly country: string | null;
  readonly language: "en" | "ar";
  readonly certifierIds: readonly string[];
  readonly status: "active" | "frozen" | "closed" | "erased";
  readonly statusReason: string | null;
  readonly mergedInto: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type CreateMemberInput = {
  readonly id: string;
  readonly memberNumber?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly displayName?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly language?: "en" | "ar" | undefined;
  readonly certifierIds?: readonly string[] | undefined;
};
export type CreateMemberOutput = {
  readonly id: string;
  readonly memberNumber: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly displayName: string | null;
  readonly country: string | null;
  readonly language: "en" | "ar";
  readonly certifierIds: readonly string[];
  readonly status: "active" | "frozen" | "closed" | "erased";
  readonly statusReason: string | null;
  readonly mergedInto: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type IssueOfflineListInput = {
  readonly retailerId: string;
  readonly locationId: string;
  readonly currency: string;
  readonly minutes?: number | undefined;
  readonly uses?: number | undefined;
  readonly batch?: { readonly id: string; readonly codes: number } | undefined;
};
export type IssueOfflineListOutput = {
  readonly id: string;
  readonly list: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly closesAt: string;
};

export type OfflineKeysInput = {};
export type OfflineKeysOutput = {
  readonly keys: readonly {
    readonly kty: string;
    readonly crv: string;
    readonly x: string;
    readonly y: string;
    readonly kid: string;
    readonly alg: string;
    readonly use: string;
  }[];
};

export type CommitLateInput = {
  readonly listId: string;
  readonly sales: readonly {
    readonly codes?: readonly string[] | undefined;
    readonly order: {
      readonly ref: string;
      readonly currency: string;
      readonly lines: readonly {
        readonly productId?: string | undefined;
        readonly gtin?: string | undefined;
        readonly quantity: number;
        readonly unitMinor: number;
      }[];
    };
    readonly withoutLines?: readonly number[] | undefined;
    readonly soldAt: string;
    readonly discountMinor: number;
  }[];
  readonly isLast?: boolean | undefined;
};
export type CommitLateOutput = {
  readonly sales: readonly {
    readonly orderRef: string;
    readonly status: "accepted" | "conflict" | "retry";
    readonly isKnown: boolean;
    readonly reason: string | null;
    readonly foundAt: ("sale" | "now") | null;
    readonly redemptionIds: readonly string[];
    readonly discountMinor: number;
    readonly takenOverMinor: number;
    readonly borneByShopMinor: number;
  }[];
  readonly isClosed: boolean;
};

/** How each call is sent. */
export const operations = {
  validate: { method: "POST", path: "/api/v1/promocodes/validate", isKeyed: false },
  reserve: { method: "POST", path: "/api/v1/promocodes/reserve", isKeyed: true },
  redeem: { method: "POST", path: "/api/v1/promocodes/redeem", isKeyed: true },
  commit: { method: "POST", path: "/api/v1/reservations/{id}/commit", isKeyed: true },
  release: { method: "POST", path: "/api/v1/reservations/{id}/release", isKeyed: true },
  rollback: { method: "POST", path: "/api/v1/redemptions/{id}/rollback", isKeyed: true },
  getRedemption: { method: "GET", path: "/api/v1/redemptions/{id}", isKeyed: false },
  findRedemptions: { method: "GET", path: "/api/v1/redemptions/find", isKeyed: false },
  findMember: { method: "POST", path: "/api/v1/members/find", isKeyed: false },
  createMember: { method: "POST", path: "/api/v1/members", isKeyed: false },
  issueOfflineList: { method: "POST", path: "/api/v1/promocodes/offline-list", isKeyed: true },
  offlineKeys: { method: "GET", path: "/api/v1/promocodes/offline-keys", isKeyed: false },
  commitLate: { method: "POST", path: "/api/v1/promocodes/late-redemptions", isKeyed: false },
} as const;

/** Sends one call. */
export type Send = <Output>(
  operation: { readonly method: string; readonly path: string; readonly isKeyed: boolean },
  input: object,
  options?: CallOptions,
) => Promise<Output>;

/** `idempotencyKey`: your own name for the call; without it one is created for each call. */
export type CallOptions = { readonly idempotencyKey?: string; readonly signal?: AbortSignal };

/** One function for each call. */
export const callsOf = (send: Send) => ({
  /** What promocodes would give on an order, with every check. Changes nothing. */
  validate: (input: ValidateInput, options?: CallOptions) => send<ValidateOutput>(operations.validate, input, options),
  /** Hold promocodes for an order until it is paid. */
  reserve: (input: ReserveInput, options?: CallOptions) => send<ReserveOutput>(operations.reserve, input, options),
  /** Use promocodes for an order: all of them or none. */
  redeem: (input: RedeemInput, options?: CallOptions) => send<RedeemOutput>(operations.redeem, input, options),
  /** Use a reservation. Products are checked again, and amounts computed again. */
  commit: (input: CommitInput, options?: CallOptions) => send<CommitOutput>(operations.commit, input, options),
  /** Give up a reservation. */
  release: (input: ReleaseInput, options?: CallOptions) => send<ReleaseOutput>(operations.release, input, options),
  /** Give back a redemption, or a part of it. */
  rollback: (input: RollbackInput, options?: CallOptions) => send<RollbackOutput>(operations.rollback, input, options),
  /** A redemption. */
  getRedemption: (input: GetRedemptionInput, options?: CallOptions) =>
    send<GetRedemptionOutput>(operations.getRedemption, input, options),
  /** Redemptions of a receipt, such as after a time-out. */
  findRedemptions: (input: FindRedemptionsInput, options?: CallOptions) =>
    send<FindRedemptionsOutput>(operations.findRedemptions, input, options),
  /** Find a member by exactly one of ID, number, email or phone. One that was merged answers the other. */
  findMember: (input: FindMemberInput, options?: CallOptions) =>
    send<FindMemberOutput>(operations.findMember, input, options),
  /** Create a member (idempotent: the client supplies the ID). */
  createMember: (input: CreateMemberInput, options?: CallOptions) =>
    send<CreateMemberOutput>(operations.createMember, input, options),
  /** Get a signed list of the promotions that a till may accept without a connection. */
  issueOfflineList: (input: IssueOfflineListInput, options?: CallOptions) =>
    send<IssueOfflineListOutput>(operations.issueOfflineList, input, options),
  /** The public keys that verify offline lists, as a JSON Web Key Set. */
  offlineKeys: (input: OfflineKeysInput, options?: CallOptions) =>
    send<OfflineKeysOutput>(operations.offlineKeys, input, options),
  /** Send sales that were accepted with an offline list. Each is answered on its own, and only once. */
  commitLate: (input: CommitLateInput, options?: CallOptions) =>
    send<CommitLateOutput>(operations.commitLate, input, options),
});
