import { Popover, type PopoverProps } from "@mantine/core";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import styles from "#web/ui/Chooser.module.css";
import { BottomSheet } from "#web/ui/BottomSheet.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";

type ChooserProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** The button that opens it. */
  readonly target: ReactElement<{ onClick?: () => void }>;
  readonly position?: PopoverProps["position"];
  readonly widthPx?: number;
  readonly children: ReactNode;
};

/** Choices beside their button; on a phone from the foot of the screen. */
export function Chooser({ title, isOpen, onToggle, target, position, widthPx = 280, children }: ChooserProps) {
  const isPhone = useIsPhone();
  const button = cloneElement(target, { onClick: () => onToggle(!isOpen) });
  if (isPhone)
    return (
      <>
        {button}
        <BottomSheet title={title} isOpen={isOpen} onClose={() => onToggle(false)}>
          {children}
        </BottomSheet>
      </>
    );
  return (
    <Popover
      opened={isOpen}
      onChange={onToggle}
      width={widthPx}
      position={position ?? "bottom-start"}
      trapFocus
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      {/* Its keys are its own; the screen below has others, and a dialog around it stays open on Esc. */}
      <Popover.Dropdown
        aria-label={title}
        data-mantine-stop-propagation
        className={styles.dropdown ?? ""}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {isOpen && children}
      </Popover.Dropdown>
    </Popover>
  );
}
