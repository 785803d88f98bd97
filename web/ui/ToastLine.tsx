import { useEffect, useRef } from "react";
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from "#web/ui/icons.ts";
import styles from "#web/ui/Toaster.module.css";
import { type Toast, type ToastVariant, toastMs } from "#web/ui/toasts.ts";
import { useSwipe } from "#web/ui/useSwipe.ts";
import { useMessages } from "#web/useMessages.ts";

const icons: Readonly<Record<ToastVariant, typeof IconX>> = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
  info: IconInfoCircle,
};

type ToastLineProps = {
  readonly toast: Toast;
  /** How many later toasts are in front of it. */
  readonly depth: number;
  /** Its time does not run. */
  readonly isHeld: boolean;
  readonly onLeave: () => void;
};

/** One toast, for as long as its progress line runs. A finger can swipe it away. */
export function ToastLine({ toast, depth, isHeld, onLeave }: ToastLineProps) {
  const messages = useMessages();
  const Icon = icons[toast.variant];
  useCountdown(isHeld, onLeave);
  const swipe = useSwipe(onLeave);
  const handleAction = () => {
    toast.action?.onAction();
    onLeave();
  };
  return (
    <div
      className={styles.toast}
      data-variant={toast.variant}
      data-depth={depth}
      data-held={isHeld || undefined}
      {...swipe}
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
function useCountdown(isHeld: boolean, onEnd: () => void) {
  const leftMs = useRef(toastMs);
  const handleEnd = useRef(onEnd);
  useEffect(() => {
    handleEnd.current = onEnd;
  });
  useEffect(() => {
    if (isHeld) return;
    const started = performance.now();
    const timer = setTimeout(() => handleEnd.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - started;
    };
  }, [isHeld]);
}
