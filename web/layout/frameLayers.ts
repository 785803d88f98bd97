import { createContext, use } from "react";

/** What opens over the frame. */
export type FrameLayer = "menu" | "search" | "keys" | "settings" | "quick" | "chat";

export const FrameLayersContext = createContext<(layer: FrameLayer) => void>(() => {});

/** Opens a layer of the frame, such as the settings panel, from a screen. */
export const useOpenLayer = (): ((layer: FrameLayer) => void) => use(FrameLayersContext);
