import { Button, type ButtonProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Operation } from "#base/contract.ts";
import { useCan } from "#web/session.tsx";

type LinkButtonProps = Pick<ButtonProps, "variant" | "color" | "size" | "leftSection" | "fullWidth"> & {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** The operation that the link leads to. Without its permission the button is hidden. */
  readonly operation?: Operation;
  readonly onClick?: () => void;
  readonly children: ReactNode;
};

/** A link that looks like a button. */
export function LinkButton({ to, search, operation, children, ...button }: LinkButtonProps) {
  const can = useCan();
  if (operation && !can(operation)) return null;
  return (
    <Button
      {...button}
      renderRoot={(props) => <Link to={to} {...(search ? { search: search as never } : {})} {...props} />}
    >
      {children}
    </Button>
  );
}
