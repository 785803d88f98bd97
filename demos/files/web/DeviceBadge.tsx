import type { RowState } from "#demos/files/web/useDeviceFiles.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useMessages } from "#web/useMessages.ts";

const tones: Readonly<Record<RowState, Tone>> = {
  saved: "ok",
  saving: "info",
  tooLarge: "warn",
  full: "warn",
  noSpace: "warn",
  failed: "mute",
  paused: "mute",
};

/** Whether this device keeps a file. */
export function DeviceBadge({ state }: { readonly state: RowState }) {
  const t = useMessages("documents");
  return <StatusBadge tone={tones[state]}>{t(`device.state.${state}`)}</StatusBadge>;
}
