import classes from "#features/halal/certificates/review/web/QueueLinks.module.css";
import type { QueueNavigation } from "#features/halal/certificates/review/web/useQueueNavigation.ts";
import { formatNumber } from "#web/formats.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconChevronLeft, IconChevronRight } from "#web/ui/icons.ts";
import { useKeys } from "#web/ui/useKeys.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The certificates before and after in the queue: 3 of 7. */
export function QueueLinks({ queue }: { readonly queue: QueueNavigation }) {
  const t = useMessages("record");
  const language = useLanguage();
  const { place, total, onPrevious, onNext } = queue;
  useKeys([
    { keys: "j", label: t("nextRecord"), onKey: () => onNext?.() },
    { keys: "k", label: t("previousRecord"), onKey: () => onPrevious?.() },
  ]);
  return (
    <div className={classes.links}>
      {place !== null && (
        <span>{t("placeOf", { place: formatNumber(language, place), total: formatNumber(language, total) })}</span>
      )}
      <IconButton label={t("previousRecord")} disabled={onPrevious === null} onClick={() => onPrevious?.()}>
        <IconChevronLeft size={18} className="flip" aria-hidden />
      </IconButton>
      <IconButton label={t("nextRecord")} disabled={onNext === null} onClick={() => onNext?.()}>
        <IconChevronRight size={18} className="flip" aria-hidden />
      </IconButton>
    </div>
  );
}
