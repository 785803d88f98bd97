import { createContext, use } from "react";
import { createStore, type Store } from "#web/store.ts";

export type ToastVariant = "success" | "warning" | "error" | "info";

export type ToastInput = {
  readonly variant?: ToastVariant;
  readonly text: string;
  /** Offered beside the text while the toast is shown, such as Undo. */
  readonly action?: {
    readonly label: string;
    readonly onAction: () => void;
    /** Cancels what the toast reports, and can be run by key. */
    readonly isUndo?: true;
  };
};

export type Toast = ToastInput & { readonly id: number; readonly variant: ToastVariant };

export const toastMs = 6000; // spec 000 §9

/** More than this are not read; the oldest disappears. */
const toastsMax = 3;

export type Toasts = Pick<Store<readonly Toast[]>, "read" | "subscribe"> & {
  /** Returns the toast's id, to hide it early. */
  readonly show: (toast: ToastInput) => number;
  readonly hide: (id: number) => void;
  /** Runs Undo of the latest toast that offers it, and hides the toast. False if none offers it. */
  readonly undoLatest: () => boolean;
};

/** The current toasts. The same text is shown once, however often it is added. */
export function createToasts(): Toasts {
  const { read, subscribe, change } = createStore<readonly Toast[]>([]);
  let lastId = 0;
  const hide = (id: number) => change(read().filter((toast) => toast.id !== id));
  return {
    read,
    subscribe,
    show: ({ variant = "success", ...toast }) => {
      lastId += 1;
      const others = read().filter(({ text }) => text !== toast.text);
      change([...others, { ...toast, variant, id: lastId }].slice(-toastsMax));
      return lastId;
    },
    hide,
    undoLatest: () => {
      const latest = read().findLast(({ action }) => action?.isUndo);
      if (latest === undefined) return false;
      latest.action?.onAction();
      hide(latest.id);
      return true;
    },
  };
}

export const ToastsContext = createContext<Toasts | null>(null);

export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error("no toasts: render inside startWeb");
  return toasts;
}

/** `toast({ text })`, `toast({ variant: "error", text: textOf(error) })`, with Undo as its `action`. */
export function useToast(): Toasts["show"] {
  return useToasts().show;
}
