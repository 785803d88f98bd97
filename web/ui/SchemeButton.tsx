import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { forcedScheme } from "#web/theme.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconMoon, IconSun } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** Switches between light and dark. */
export function SchemeButton() {
  const messages = useMessages();
  // Otherwise the kit would write a style element to suppress transitions, which Trusted Types refuse.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  // A dark theme has no light variant.
  if (forcedScheme()) return null;
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <IconButton
      label={messages(isDark ? "frame.toLight" : "frame.toDark")}
      onClick={() => setColorScheme(isDark ? "light" : "dark")}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  );
}
