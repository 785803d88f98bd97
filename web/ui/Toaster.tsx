import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import styles from "#web/ui/Toaster.module.css";
import type { Toasts } from "#web/ui/toasts.ts";

const ToastLine = lazy(() => import("#web/ui/ToastLine.tsx").then((module) => ({ default: module.ToastLine })));

/**
 * The latest toast, at the top center in the toolbar's free part; earlier ones form a deck behind it, which opens under
 * the pointer or the focus, and then no toast's time runs. A polite live region: it must exist before its first line, or
 * screen readers would not read it; the code that draws a line is loaded with the first one.
 */
export function Toaster({ toasts }: { readonly toasts: Toasts }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read);
  const [isHeld, setHeld] = useState(false);
  // A toast that disappears under the pointer sends no event.
  if (isHeld && shown.length === 0) setHeld(false);
  const handleLeave = (id: number) => {
    setHeld(false);
    toasts.hide(id);
  };
  return (
    <section className={`${styles.lane} not-on-paper`} aria-live="polite" aria-relevant="additions" data-toasts>
      <div
        className={styles.deck}
        onPointerMove={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <Suspense>
          {shown.map((toast, index) => (
            <ToastLine
              key={toast.id}
              toast={toast}
              depth={shown.length - 1 - index}
              isHeld={isHeld}
              onLeave={() => handleLeave(toast.id)}
            />
          ))}
        </Suspense>
      </div>
    </section>
  );
}
