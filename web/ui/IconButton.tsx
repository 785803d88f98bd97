import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "#web/ui/IconButton.module.css";

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
  /** What it does: read out, and shown when the pointer rests on it. */
  readonly label: string;
  readonly isPressed?: boolean;
  readonly size?: "sm" | "md";
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
};

/** A button that is only an icon. 36 px with a mouse, 44 under a thumb. */
export const IconButton = ({ label, isPressed, size = "md", className = "", children, ...others }: IconButtonProps) => (
  <button
    type="button"
    {...others}
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    data-size={size}
    className={`${styles.button} ${className}`}
  >
    {children}
  </button>
);
