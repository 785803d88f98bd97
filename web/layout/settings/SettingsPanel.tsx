import { Button, useComputedColorScheme } from "@mantine/core";
import { PanelDrawer } from "#web/layout/panels/PanelDrawer.tsx";
import { LayoutChoice } from "#web/layout/settings/LayoutChoice.tsx";
import { LayoutOptions } from "#web/layout/settings/LayoutOptions.tsx";
import { OtherOptions } from "#web/layout/settings/OtherOptions.tsx";
import styles from "#web/layout/settings/SettingsPanel.module.css";
import { ThemeChoice } from "#web/layout/settings/ThemeChoice.tsx";
import { allDefaults } from "#web/settings/layoutDifferences.ts";
import { useLayoutSettings } from "#web/settings/useLayoutSettings.ts";
import { useKeepSettings } from "#web/settings/useOwnSettings.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Layout, themes, direction and motion. Every change shows at once behind the panel, and is stored for every device. */
export function SettingsPanel({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages("settings");
  const settings = useLayoutSettings();
  const keep = useKeepSettings();
  const toast = useToast();
  const tone = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const handleReset = () => {
    keep(allDefaults());
    toast({ text: messages("done") });
  };
  return (
    <PanelDrawer title={messages("title")} onClose={onClose}>
      <div className={styles.parts}>
        <LayoutChoice style={settings.layout.style} onChange={(style) => keep({ layout: { style } })} />
        <ThemeChoice theme={settings.theme} tone={tone} onChange={(theme) => keep({ theme })} />
        <LayoutOptions layout={settings.layout} onChange={(config) => keep({ layout: { config } })} />
        <OtherOptions settings={settings} onChange={keep} />
        <Button variant="default" onClick={handleReset}>
          {messages("reset")}
        </Button>
      </div>
    </PanelDrawer>
  );
}
