import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { IconAlertTriangle, IconCircleCheck, IconAlertCircle, IconInfoCircle, IconX } from "#web/ui/icons.ts";
import styles from "#web/ui/Toaster.module.css";
import { type Toast, type Toasts, type ToastVariant, toastMs } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

const icons: Readonly<Record<ToastVariant, typeof IconX>> = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
  info: IconInfoCircle,
};

/** Toasts at the top centre, read out politely, each as long as its line runs. Hovering or focusing holds the time. */
export function Toaster({ toasts }: { readonly toasts: Toasts }): ReactNode {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read);
  return (
    <section className={styles.stack} aria-live="polite" aria-relevant="additions" data-toasts>
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} onLeave={() => toasts.hide(toast.id)} />
      ))}
    </section>
  );
}

function ToastLine({ toast, onLeave }: { readonly toast: Toast; readonly onLeave: () => void }) {
  const words = useWords();
  const Icon = icons[toast.variant];
  const { isHeld, hold, release } = useCountdown(onLeave);
  const handleAction = () => {
    toast.action?.onAction();
    onLeave();
  };
  return (
    <div
      className={styles.toast}
      data-variant={toast.variant}
      data-held={isHeld || undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <span className="hidden-visually">{words(`states.${toast.variant}`)}: </span>
      <span className={styles.text} dir="auto">
        {toast.text}
      </span>
      {toast.action && (
        <button type="button" className={styles.action} onClick={handleAction}>
          {toast.action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={words("buttons.dismiss")} onClick={onLeave}>
        <IconX size={16} aria-hidden="true" />
      </button>
      <span className={styles.time} style={{ animationDuration: `${toastMs}ms` }} />
    </div>
  );
}

/** Runs for `toastMs`, standing still while held. */
function useCountdown(onEnd: () => void) {
  const [isHeld, setHeld] = useState(false);
  const leftMs = useRef(toastMs);
  const handleEnd = useRef(onEnd);
  handleEnd.current = onEnd;
  useEffect(() => {
    if (isHeld) return;
    const begun = performance.now();
    const timer = setTimeout(() => handleEnd.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - begun;
    };
  }, [isHeld]);
  return { isHeld, hold: () => setHeld(true), release: () => setHeld(false) };
}
