import { act } from "react";

/** All that no test holds back has happened, and is drawn. */
export const settled = () =>
  act(async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
  });
