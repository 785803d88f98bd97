import { Button } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { type ContactRecord, contactExtras } from "#demos/contacts/contract.ts";
import { contactFields, type ContactInput } from "#demos/contacts/fields.ts";
import { fullName } from "#demos/contacts/rules.ts";
import styles from "#demos/contacts/web/Contacts.module.css";
import type { ContactActions } from "#demos/contacts/web/useContactActions.ts";
import { useRead } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type MergeDialogProps = {
  /** The contact that stays, and the one that is merged into it. */
  readonly ids: readonly [kept: string, gone: string];
  readonly actions: ContactActions;
  readonly onMerged: (id: string) => void;
  readonly onClose: () => void;
};

/** Fields of which one value is chosen. Links of both contacts are kept. */
const chosenFields = contactFields.names.filter(
  (name): name is ChosenField => !name.endsWith("Ids") && name !== "avatar",
);
type ChosenField = Exclude<keyof ContactInput, "retailerIds" | "brandIds" | "certifierIds" | "avatar">;

/** Merges two contacts, with a choice where they differ. */
export function MergeDialog({ ids: [keptId, goneId], ...props }: MergeDialogProps) {
  const { data: kept } = useRead(contactExtras.get, { id: keptId });
  const { data: gone } = useRead(contactExtras.get, { id: goneId });
  return kept && gone ? <Choices key={`${keptId} ${goneId}`} {...props} kept={kept} gone={gone} /> : null;
}

type ChoicesProps = Omit<MergeDialogProps, "ids"> & { readonly kept: ContactRecord; readonly gone: ContactRecord };

function Choices({ kept, gone, actions, onMerged, onClose }: ChoicesProps) {
  const t = useMessages("contacts");
  const shell = useMessages();
  const toast = useToast();
  const [isMerging, setMerging] = useState(false);
  // What only one of them has needs no choice.
  const [fromGone, setFromGone] = useState(() => new Set(chosenFields.filter((name) => kept[name] === null)));
  const different = chosenFields.filter(
    (name) => kept[name] !== null && gone[name] !== null && kept[name] !== gone[name],
  );
  const handleMerge = async () => {
    setMerging(true);
    try {
      await actions.merge(kept, gone, valuesOf(kept, gone, fromGone));
      onMerged(kept.id);
      onClose();
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
      setMerging(false);
    }
  };
  const choose = (name: ChosenField, isGone: boolean) =>
    setFromGone((before) => new Set(isGone ? [...before, name] : [...before].filter((each) => each !== name)));
  return (
    <Dialog
      title={t("merge.title")}
      isOpen
      onClose={onClose}
      widthPx={560}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shell("buttons.cancel")}
          </Button>
          <Button loading={isMerging} onClick={() => void handleMerge()}>
            {t("merge.confirm")}
          </Button>
        </>
      }
    >
      <p className={styles.mergeText}>{t("merge.text", { name: fullName(kept) })}</p>
      {different.map((name) => (
        <Choice
          key={name}
          label={t(`fields.${name}`)}
          values={[kept[name]!, gone[name]!]}
          chosen={fromGone.has(name) ? 1 : 0}
          onChoose={(place) => choose(name, place === 1)}
        />
      ))}
      {different.length === 0 && <p className={styles.quiet}>{t("merge.same")}</p>}
    </Dialog>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly values: readonly [string, string];
  readonly chosen: 0 | 1;
  readonly onChoose: (place: number) => void;
};

function Choice({ label, values, chosen, onChoose }: ChoiceProps): ReactNode {
  const name = useId();
  return (
    <fieldset className={styles.choiceSet}>
      <legend>{label}</legend>
      {values.map((value, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the first is that of the contact that stays
        <label key={place}>
          <input type="radio" name={name} checked={place === chosen} onChange={() => onChoose(place)} />
          <span dir="auto">{value}</span>
        </label>
      ))}
    </fieldset>
  );
}

function valuesOf(kept: ContactRecord, gone: ContactRecord, fromGone: ReadonlySet<ChosenField>): ContactInput {
  const both = (name: "retailerIds" | "brandIds" | "certifierIds") => [...new Set([...kept[name], ...gone[name]])];
  return {
    ...contactFields.valuesOf(kept),
    ...Object.fromEntries([...fromGone].map((name) => [name, gone[name]])),
    avatar: kept.avatar ?? gone.avatar,
    retailerIds: both("retailerIds"),
    brandIds: both("brandIds"),
    certifierIds: both("certifierIds"),
  };
}
