import type { Ctx } from "#api/context.ts";
import type { Pair } from "#features/retail/assignments/changes/api/findings.ts";
import type { LineOutcome } from "#features/retail/assignments/contract/changes.ts";
import type { Finding } from "#features/retail/assignments/contract/rows.ts";

/** The outcome for one pair or one assignment. */
export type PlanLine = Pair & {
  readonly outcome: LineOutcome;
  readonly findings: readonly Finding[];
  /** Other facts that the outcome depends on, for the digest: a version, a proof, a rate. */
  readonly facts: string;
  readonly assignmentId: string | null;
  readonly proofId: string | null;
};

export type Plan = {
  readonly lines: readonly PlanLine[];
  /** Writes the changed lines, with audit entries and events, in the transaction of the given context. */
  readonly write: (ctx: Ctx, changing: readonly PlanLine[]) => Promise<void>;
};

const changing: ReadonlySet<LineOutcome> = new Set(["create", "change", "propose"]);
export const willChange = ({ outcome }: Pick<PlanLine, "outcome">): boolean => changing.has(outcome);

export const isBlocked = (findings: readonly Finding[]): boolean => findings.some((finding) => finding.isBlocking);

/** The findings, in the form used for the digest. */
export const factsOf = (findings: readonly Finding[]): string =>
  findings
    .map(({ reason, isBlocking, certificate }) => `${reason}${isBlocking ? "!" : ""}${certificate?.id ?? ""}`)
    .join(",");
