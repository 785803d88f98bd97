import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { Operation } from "#base/contract.ts";
import { useCan } from "#web/session.tsx";

type RecordLinkProps = {
  readonly to: string;
  /** Loaded after the screen, so that a link to another area does not cost the screen that area’s contract. */
  readonly needs: () => Promise<Operation>;
  readonly children: ReactNode;
};

/** A link to a record of another area; for readers who may not open it, its text. */
export function RecordLink({ to, needs, children }: RecordLinkProps) {
  const can = useCan();
  const [operation, setOperation] = useState<Operation | null>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- a link leads to one area for as long as it is shown
  useEffect(() => void needs().then(setOperation), []);
  return operation !== null && can(operation) ? <Link to={to}>{children}</Link> : children;
}
