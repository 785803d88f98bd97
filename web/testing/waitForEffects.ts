import { act } from "react";

/** Waits until all pending effects and responses are processed and rendered. */
export const waitForEffects = () =>
  act(async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
  });
