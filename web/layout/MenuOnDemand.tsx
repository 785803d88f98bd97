import { type ButtonHTMLAttributes, type ReactElement, type Ref, Suspense, useState } from "react";

type ButtonProps = Pick<ButtonHTMLAttributes<HTMLButtonElement>, "aria-haspopup" | "aria-expanded" | "onClick"> & {
  readonly ref?: Ref<HTMLButtonElement>;
};
type RenderButton = (props: ButtonProps) => ReactElement;

export type MenuLayerProps = { readonly renderButton: RenderButton };

type MenuOnDemandProps = {
  readonly popup: "menu" | "dialog";
  readonly renderButton: RenderButton;
  /** A lazy component: the same button with its menu, by `useOpenAtOnce`. */
  readonly renderLayer: (props: MenuLayerProps) => ReactElement;
};

/** A button whose menu is loaded when it is first opened: the code that places menus is a tenth of the shell. */
export function MenuOnDemand({ popup, renderButton, renderLayer }: MenuOnDemandProps) {
  const [wasOpened, setOpened] = useState(false);
  const button = renderButton({ "aria-haspopup": popup, "aria-expanded": false, onClick: () => setOpened(true) });
  return wasOpened ? <Suspense fallback={button}>{renderLayer({ renderButton })}</Suspense> : button;
}

/** Opens a layer once it has loaded. The button was replaced by then: it gets the focus, which returns to it later. */
export function useOpenAtOnce() {
  const [isOpen, setOpen] = useState(false);
  const [ref] = useState(() => {
    let isShown = false;
    return (button: HTMLButtonElement | null) => {
      if (button === null || isShown) return;
      isShown = true;
      button.focus();
      setOpen(true);
    };
  });
  return { isOpen, setOpen, ref };
}
