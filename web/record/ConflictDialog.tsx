import { Button } from "@mantine/core";
import { useState } from "react";
import { formatNumber, formatRelative } from "#web/formats.ts";
import classes from "#web/record/ConflictDialog.module.css";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { type Choice, ConflictField, initialChoice, valueOf } from "#web/record/ConflictField.tsx";
import { type Merge, withValue } from "#web/record/threeWayMerge.ts";
import type { OpenConflict } from "#web/record/useRecordForm.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { IconCopy, IconGitCompare } from "#web/ui/icons.ts";
import { useCopying } from "#web/ui/useCopy.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import { useNow } from "#web/record/useNow.ts";

type ConflictDialogProps = { readonly conflict: OpenConflict; readonly texts: FieldFormatters };

/** Two users changed the same fields. Each is decided separately, and nothing is lost before that. */
export function ConflictDialog({ conflict, texts }: ConflictDialogProps) {
  const messages = useMessages("record");
  const language = useLanguage();
  const copy = useCopying();
  const now = useNow();
  const { conflicts, merged } = conflict.merge;
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>(() =>
    Object.fromEntries(conflicts.map((each) => [each.path, initialChoice(each)])),
  );
  const decide = () =>
    conflict.onDecide(
      conflicts.reduce((values, each) => withValue(values, each.path, valueOf(each, choices[each.path]!)), merged),
    );
  const copyMine = async () => {
    const lines = conflicts.map(({ path, mine }) => `${texts.labelOf(path)}: ${texts.textOf(path, mine)}`);
    await copy(lines.join("\n"), messages("conflict.copied"));
  };
  const kinds = new Set(Object.values(choices).map(({ kind }) => kind));
  const [onlyKind = "mixed"] = kinds;
  const who = conflict.changedBy ?? messages("conflict.someone");
  return (
    <Dialog
      isOpen
      widthPx={680}
      title={messages("conflict.title", { who })}
      onClose={() => conflict.onDecide(null)}
      footer={
        <>
          <Button variant="subtle" color="gray" className={classes.first} onClick={() => conflict.onDecide(null)}>
            {messages("conflict.goOn")}
          </Button>
          <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copyMine()}>
            {messages("conflict.copyMine")}
          </Button>
          <Button onClick={decide} data-decide>
            {messages(`conflict.save.${kinds.size === 1 ? onlyKind : "mixed"}`)}
          </Button>
        </>
      }
    >
      <p className={classes.lead}>
        {messages("conflict.lead", { count: conflicts.length, figure: formatNumber(language, conflicts.length) })}
      </p>
      {conflicts.map((each) => (
        <ConflictField
          key={each.path}
          conflict={each}
          texts={texts}
          choice={choices[each.path]!}
          onChoose={(choice) => setChoices({ ...choices, [each.path]: choice })}
          theirsNote={messages("conflict.theirsNote", {
            who,
            when: formatRelative(language, conflict.changedAt, now),
            figure: formatNumber(language, conflict.version.theirs),
          })}
          originalNote={messages("conflict.originalNote", { figure: formatNumber(language, conflict.version.mine) })}
        />
      ))}
      <Merged merge={conflict.merge} texts={texts} />
    </Dialog>
  );
}

/** Changes of either user that don't conflict. */
function Merged({
  merge: { onlyMine, onlyTheirs },
  texts,
}: {
  readonly merge: Merge;
  readonly texts: FieldFormatters;
}) {
  const messages = useMessages("record");
  const language = useLanguage();
  const count = onlyMine.length + onlyTheirs.length;
  if (count === 0) return null;
  const fields = [
    ...onlyMine.map((path) => messages("conflict.yours", { field: texts.labelOf(path) })),
    ...onlyTheirs.map((path) => messages("conflict.others", { field: texts.labelOf(path) })),
  ].join(messages("comma"));
  return (
    <p className={classes.merged}>
      <IconGitCompare size={18} aria-hidden />
      {messages("conflict.merged", { count, figure: formatNumber(language, count), fields })}
    </p>
  );
}
