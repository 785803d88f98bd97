import { useEffect, useRef, useState } from "react";
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from "#web/ui/icons.ts";
import styles from "#web/ui/Toaster.module.css";
import { type Toast, type ToastVariant, toastMs } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

const icons: Readonly<Record<ToastVariant, typeof IconX>> = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
  info: IconInfoCircle,
};

type ToastLineProps = { readonly toast: Toast; readonly onLeave: () => void };

/** One toast, for as long as its progress line runs. Hovering or focusing it pauses the time. */
export function ToastLine({ toast, onLeave }: ToastLineProps) {
  const messages = useMessages();
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
      <span className="hidden-visually">{messages(`states.${toast.variant}`)}: </span>
      <span className={styles.text} dir="auto">
        {toast.text}
      </span>
      {toast.action && (
        <button type="button" className={styles.action} onClick={handleAction}>
          {toast.action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={messages("buttons.dismiss")} onClick={onLeave}>
        <IconX size={16} aria-hidden="true" />
      </button>
      <span className={styles.time} style={{ animationDuration: `${toastMs}ms` }} />
    </div>
  );
}

/** Runs for `toastMs`, and pauses while held. */
function useCountdown(onEnd: () => void) {
  const [isHeld, setHeld] = useState(false);
  const leftMs = useRef(toastMs);
  const handleEnd = useRef(onEnd);
  useEffect(() => {
    handleEnd.current = onEnd;
  });
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
