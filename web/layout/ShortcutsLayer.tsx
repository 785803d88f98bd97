import { Popover } from "@mantine/core";
import { type MenuLayerProps, useOpenAtOnce } from "#web/layout/MenuOnDemand.tsx";
import { ShortcutsMenu } from "#web/layout/ShortcutsMenu.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The button with the starred pages opened. */
export function ShortcutsLayer({ renderButton }: MenuLayerProps) {
  const messages = useMessages("layout");
  const { isOpen, setOpen, ref } = useOpenAtOnce();
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>{renderButton({ ref, onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown aria-label={messages("shortcuts.title")}>
        <ShortcutsMenu onLeave={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
