import { Button, Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Operation } from "#base/contract.ts";
import { type LiveText, publishingLimits, type Verdict } from "#base/publishedTexts.ts";
import type { Op } from "#base/records/types.ts";
import { formatNumber } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import classes from "#web/publishing/FeedbackForm.module.css";
import { textOf } from "#web/textOf.ts";
import { IconCheck, IconLifebuoy, IconThumbUp } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type FeedbackFormProps = {
  readonly text: Pick<LiveText, "id" | "verdict" | "helpedCount">;
  readonly operation: Op<{ id: string; verdict: Verdict | null; comment?: string | undefined }, void>;
  /** The read with the text, which then has the new verdict. */
  readonly read: Operation;
};

/** Whether a text helped; who is still stuck may say what is missing. */
export function FeedbackForm({ text, operation, read }: FeedbackFormProps) {
  const t = useMessages("publishing");
  const language = useLanguage();
  const toast = useToast();
  const giving = useWrite(operation, { refreshes: [read] });
  const [isStuck, setStuck] = useState(false);
  const [comment, setComment] = useState("");
  const give = (verdict: Verdict | null) =>
    giving.mutate(
      { id: text.id, verdict, comment: verdict === "stuck" ? comment : "" },
      {
        onSuccess: () => {
          setStuck(false);
          setComment("");
          if (verdict !== null) toast({ text: t(verdict === "stuck" ? "feedback.sent" : "feedback.thanks") });
        },
        onError: (failure) => toast({ variant: "error", text: textOf(failure) }),
      },
    );
  if (text.verdict !== null)
    return (
      <div className={classes.given}>
        <p role="status">
          <IconCheck size={18} aria-hidden /> {t(text.verdict === "stuck" ? "feedback.sent" : "feedback.thanks")}
        </p>
        <Button variant="subtle" size="compact-sm" loading={giving.isPending} onClick={() => give(null)}>
          {t("feedback.change")}
        </Button>
      </div>
    );
  return (
    <fieldset className={classes.form}>
      <legend>{t("feedback.question")}</legend>
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={giving.isPending && !isStuck}
          leftSection={<IconThumbUp size={18} aria-hidden />}
          onClick={() => give("helped")}
        >
          {t("feedback.helped")}
        </Button>
        <Button
          variant="default"
          aria-expanded={isStuck}
          leftSection={<IconLifebuoy size={18} aria-hidden />}
          onClick={() => setStuck(!isStuck)}
        >
          {t("feedback.stuck")}
        </Button>
        {text.helpedCount > 0 && (
          <span className={classes.count}>
            {t("feedback.count", { count: text.helpedCount, figure: formatNumber(language, text.helpedCount) })}
          </span>
        )}
      </div>
      {isStuck && (
        <CommentForm
          comment={comment}
          onChange={setComment}
          isSending={giving.isPending}
          onSend={() => give("stuck")}
        />
      )}
    </fieldset>
  );
}

type CommentFormProps = {
  readonly comment: string;
  readonly onChange: (comment: string) => void;
  readonly isSending: boolean;
  readonly onSend: () => void;
};

function CommentForm({ comment, onChange, isSending, onSend }: CommentFormProps) {
  const t = useMessages("publishing");
  const commentRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => commentRef.current?.focus(), []);
  return (
    <div className={classes.comment}>
      <Textarea
        ref={commentRef}
        label={t("feedback.comment")}
        description={t("feedback.commentHint")}
        autosize
        minRows={2}
        maxRows={8}
        dir={comment === "" ? undefined : "auto"}
        maxLength={publishingLimits.commentMax}
        value={comment}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button loading={isSending} onClick={onSend}>
        {t("feedback.send")}
      </Button>
    </div>
  );
}
