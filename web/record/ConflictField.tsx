import { Textarea } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "#web/record/ConflictDialog.module.css";
import type { Conflict } from "#web/record/threeWayMerge.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { combineTexts, markChanges } from "#web/record/wordDiff.ts";
import { useMessages } from "#web/useMessages.ts";

export type Choice = { readonly kind: "mine" | "theirs" | "original" | "combined"; readonly combined: string };

/** Mine first: it is what the user was about to save. */
export const initialChoice = ({ original, mine, theirs }: Conflict): Choice => ({
  kind: "mine",
  combined: isText(mine) && isText(theirs) ? combineTexts({ original: asText(original), mine, theirs }) : "",
});

export function valueOf({ original, mine, theirs }: Conflict, { kind, combined }: Choice): unknown {
  return { original, mine, theirs, combined }[kind];
}

type ConflictFieldProps = {
  readonly conflict: Conflict;
  readonly texts: FieldFormatters;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly theirsNote: string;
  readonly originalNote: string;
};

/**
 * One field in three versions, with differences from the original marked; for texts also a fourth that combines both.
 */
export function ConflictField({ conflict, texts, choice, onChoose, theirsNote, originalNote }: ConflictFieldProps) {
  const { path, original, mine, theirs } = conflict;
  const messages = useMessages("record");
  const id = useId();
  const before = texts.textOf(path, original);
  const option = (kind: Choice["kind"], note: string, text: ReactNode) => (
    <label className={classes.option} data-chosen={choice.kind === kind || undefined}>
      <input type="radio" name={id} checked={choice.kind === kind} onChange={() => onChoose({ ...choice, kind })} />
      <span className={classes.content}>
        <span className={classes.who}>
          <strong>{messages(`conflict.${kind}`)}</strong> {note}
        </span>
        {text}
      </span>
    </label>
  );
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <h3 id={`${id}-name`}>{texts.labelOf(path)}</h3>
        {isText(mine) && isText(theirs) && <p>{messages("conflict.marked")}</p>}
      </div>
      <div role="radiogroup" aria-labelledby={`${id}-name`} className={classes.options}>
        {option("mine", messages("conflict.mineNote"), <Marked original={before} text={texts.textOf(path, mine)} />)}
        {option("theirs", theirsNote, <Marked original={before} text={texts.textOf(path, theirs)} />)}
        {option("original", originalNote, <Marked original={before} text={before} />)}
        {isText(mine) &&
          isText(theirs) &&
          option(
            "combined",
            messages("conflict.combinedNote"),
            choice.kind === "combined" ? (
              <Textarea
                autosize
                minRows={1}
                maxRows={8}
                dir="auto"
                aria-label={messages("conflict.combined")}
                value={choice.combined}
                onChange={({ currentTarget }) => onChoose({ kind: "combined", combined: currentTarget.value })}
              />
            ) : (
              <span className={classes.preview} dir="auto">
                {choice.combined}
              </span>
            ),
          )}
      </div>
    </div>
  );
}

const Marked = ({ original, text }: { readonly original: string; readonly text: string }) => (
  <span className={classes.text} dir="auto">
    {markChanges(original, text).map((stretch, index) =>
      // oxlint-disable-next-line react/no-array-index-key -- parts of one text, which never change places
      stretch.isChanged ? <ins key={index}>{stretch.text}</ins> : <span key={index}>{stretch.text}</span>,
    )}
  </span>
);

const isText = (value: unknown): value is string => typeof value === "string";
const asText = (value: unknown): string => (isText(value) ? value : "");
