import { Button, Progress } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Verification } from "#features/access/audit/contract.ts";
import { useVerification } from "#features/access/audit/web/useVerification.ts";
import classes from "#features/access/audit/web/VerifyDialog.module.css";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { IconAlertTriangle, IconCircleCheck } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Verifies the whole chain, and shows that it is valid or the first invalid row. */
export function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages("audit");
  const messages = useMessages();
  const language = useLanguage();
  const { entries, part, result, error } = useVerification();
  const isOver = result !== null || error !== null;
  return (
    <Dialog
      title={t("verify.title")}
      isOpen
      onClose={onClose}
      footer={
        <Button variant={isOver ? "filled" : "default"} onClick={onClose}>
          {isOver ? messages("buttons.close") : messages("buttons.cancel")}
        </Button>
      }
    >
      <div className={classes.body} aria-live="polite" aria-busy={!isOver}>
        {error ? (
          <p className={classes.result} data-variant="error">
            <IconAlertTriangle size={20} aria-hidden />
            <span>{textOf(error)}</span>
          </p>
        ) : result ? (
          <Result result={result} entries={entries} onLeave={onClose} />
        ) : (
          <>
            <p>{t("verify.running", { count: entries, figure: formatNumber(language, entries) })}</p>
            <Progress value={part * 100} aria-label={t("verify.title")} />
          </>
        )}
      </div>
    </Dialog>
  );
}

type ResultProps = { readonly result: Verification; readonly entries: number; readonly onLeave: () => void };

function Result({ result: { fault, head, unsealed }, entries, onLeave }: ResultProps) {
  const t = useMessages("audit");
  const language = useLanguage();
  const figure = formatNumber(language, entries);
  return (
    <>
      <p className={classes.result} data-variant={fault === null ? "ok" : "error"}>
        {fault === null ? <IconCircleCheck size={20} aria-hidden /> : <IconAlertTriangle size={20} aria-hidden />}
        <span>
          <strong>
            {fault === null
              ? t("verify.intact", { count: entries, figure })
              : t(`verify.faults.${fault.kind}`, { id: fault.entryId ?? "", seal: fault.seal })}
          </strong>
          {fault !== null && fault.kind !== "entry_removed" && fault.entryId !== null && (
            <>
              {" "}
              <Link to={`/apps/audit/entries/${fault.entryId}`} onClick={onLeave}>
                {t("verify.open")}
              </Link>
            </>
          )}
        </span>
      </p>
      {fault === null && (
        <p className={classes.note}>
          {t("verify.unsealed", { count: unsealed, figure: formatNumber(language, unsealed) })}
        </p>
      )}
      {head !== null && (
        <dl className={classes.head}>
          <div>
            <dt>{t("verify.head")}</dt>
            <dd>{t("verify.headText", { number: head.number, when: formatDateTime(language, head.sealedAt) })}</dd>
          </div>
          <div>
            <dt>{t("verify.hash")}</dt>
            <dd>
              <code dir="ltr">{head.hash}</code>
            </dd>
          </div>
        </dl>
      )}
      <p className={classes.note}>{t("verify.keep")}</p>
    </>
  );
}
