import { IconButton } from "#web/ui/IconButton.tsx";
import { IconChevronLeft, IconChevronRight } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type MonthButtonProps = {
  readonly to: "previous" | "next";
  readonly size?: "sm" | "md";
  readonly onClick: () => void;
};

/** Shows the previous or the next month. */
export function MonthButton({ to, size = "md", onClick }: MonthButtonProps) {
  const messages = useMessages();
  const Icon = to === "previous" ? IconChevronLeft : IconChevronRight;
  return (
    <IconButton size={size} label={messages(`calendar.${to}`)} onClick={onClick}>
      <Icon size={size === "sm" ? 16 : 18} className="flip" aria-hidden="true" />
    </IconButton>
  );
}
