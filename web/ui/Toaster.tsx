import { lazy, Suspense, useSyncExternalStore } from "react";
import styles from "#web/ui/Toaster.module.css";
import type { Toasts } from "#web/ui/toasts.ts";

const ToastLine = lazy(() => import("#web/ui/ToastLine.tsx").then((module) => ({ default: module.ToastLine })));

/**
 * Toasts at the top center, as a polite live region. The region must exist before its first line, or screen readers
 * would not read it; the code that draws a line is loaded with the first one.
 */
export function Toaster({ toasts }: { readonly toasts: Toasts }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read);
  return (
    <section className={`${styles.stack} not-on-paper`} aria-live="polite" aria-relevant="additions" data-toasts>
      <Suspense>
        {shown.map((toast) => (
          <ToastLine key={toast.id} toast={toast} onLeave={() => toasts.hide(toast.id)} />
        ))}
      </Suspense>
    </section>
  );
}
