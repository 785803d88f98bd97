import { Menu } from "@mantine/core";
import { useEffect, useState } from "react";
import type { RowLimit } from "#base/grants.ts";
import type { Grantable } from "#features/access/roles/contract.ts";
import { choicesOf, isHeld } from "#features/access/roles/rules.ts";
import { useMessages } from "#web/useMessages.ts";

type ReachMenuProps = {
  readonly cell: Grantable;
  /** Where it was asked for. */
  readonly at: HTMLElement;
  readonly title: string;
  readonly limits: readonly RowLimit[];
  readonly onChoose: (limits: readonly RowLimit[]) => void;
  readonly onClose: () => void;
};

/** How far one permission shall reach. What the person does not hold is there to be seen, and not to be chosen. */
export function ReachMenu({ cell, at, title, limits, onChoose, onClose }: ReachMenuProps) {
  const t = useMessages("roles");
  const [box] = useState(() => at.getBoundingClientRect());
  useEffect(() => () => at.focus({ preventScroll: true }), [at]);
  return (
    <Menu opened onChange={onClose} position="bottom" withinPortal>
      <Menu.Target>
        <span
          style={{
            position: "fixed",
            insetBlockStart: box.top,
            left: box.left,
            inlineSize: box.width,
            blockSize: box.height,
            pointerEvents: "none",
          }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={title}>
        <Menu.Label>{title}</Menu.Label>
        <Menu.RadioGroup
          value={limits.join()}
          onChange={(value) => onChoose(choicesOf(cell).find((choice) => choice.join() === value) ?? [])}
        >
          {choicesOf(cell).map((choice) => {
            const key = choice.length > 1 ? "scopeAndOwn" : (choice[0] ?? "none");
            return (
              <Menu.RadioItem key={key} value={choice.join()} closeMenuOnClick disabled={!isHeld(cell, choice)}>
                {t(`reach.texts.${key}`)}
                {!isHeld(cell, choice) && ` · ${t("matrix.notHeld")}`}
              </Menu.RadioItem>
            );
          })}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
