import { Alert, Button, Textarea } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { newId } from "#web/newId.ts";
import { type Approval, approvalLimits, approvals } from "#features/approvals/contract.ts";
import classes from "#features/approvals/web/CommentThread.module.css";
import { formatDateTime } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

/** What was said about a request, and a place to say more. */
export function CommentThread({ approval }: { readonly approval: Approval }) {
  const t = useWords("approvals");
  const language = useLanguage();
  const [text, setText] = useState("");
  // Sent with every attempt, so that a lost answer says nothing twice.
  const [commentId, setCommentId] = useState(newId);
  const saying = useWrite(approvals.comment, { refreshes: [approvals.get] });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    saying.mutate(
      { id: approval.id, commentId, text: text.trim() },
      {
        onSuccess: () => {
          setText("");
          setCommentId(newId());
        },
      },
    );
  };
  return (
    <div className={classes.thread}>
      {approval.comments.length === 0 && <p className={classes.none}>{t("comments.none")}</p>}
      <ol>
        {approval.comments.map((comment) => (
          <li key={comment.id}>
            <p>
              <strong>
                <bdi>{comment.byName}</bdi>
              </strong>{" "}
              <time dateTime={comment.at}>{formatDateTime(language, comment.at)}</time>
            </p>
            <p dir="auto" className={classes.text}>
              {comment.text}
            </p>
          </li>
        ))}
      </ol>
      <form onSubmit={handleSubmit}>
        <Textarea
          autosize
          minRows={2}
          maxRows={8}
          maxLength={approvalLimits.commentMax}
          label={t("comments.label")}
          dir={text === "" ? undefined : "auto"}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {saying.error && (
          <Alert color="red" role="alert">
            {textOf(saying.error)}
          </Alert>
        )}
        <Button type="submit" variant="default" disabled={text.trim() === ""} loading={saying.isPending}>
          {t("comments.send")}
        </Button>
      </form>
    </div>
  );
}
