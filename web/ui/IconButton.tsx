import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "#web/ui/IconButton.module.css";

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> & {
  /** Its action: read by screen readers, and shown on hover. */
  readonly label: string;
  readonly isPressed?: boolean;
  readonly size?: "sm" | "md";
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
};

/** A button with only an icon. 36 px with a mouse, 44 for touch. */
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
