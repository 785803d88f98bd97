import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useMemo } from "react";
import { type FieldValues, useFormContext, useWatch } from "react-hook-form";
import { formatNumber } from "#web/formats.ts";
import { type RequiredFields, RequiredToSubmit } from "#web/record/RequiredToSubmit.tsx";
import classes from "#web/records/RequirementList.module.css";
import type { Requirements } from "#web/records/requirements.ts";
import { IconCircle, IconCircleCheck } from "#web/ui/icons.ts";
import { useLanguage, useMessages, useMessagesOfAny } from "#web/useMessages.ts";

type RequirementListProps<Values, Rec> = {
  readonly requirements: Requirements<Values, Rec>;
  /** Null for a new record. */
  readonly record: Rec | null;
  /** The feature's messages: `requirements.<blocker>`. */
  readonly name: string;
  /** The fields. */
  readonly children: ReactNode;
};

/**
 * Says above the fields of a draft what it must have to be submitted, and what of it is done, as it is typed. Marks the
 * labels of those fields.
 */
export function RequirementList<Values, Rec>({
  requirements,
  record,
  name,
  children,
}: RequirementListProps<Values, Rec>) {
  const values = useWatch<FieldValues>() as Values;
  const state = requirements.of(values, record);
  const blockers = state?.all.join(" ") ?? "";
  const fields = useMemo<RequiredFields>(
    () => requiredFields(requirements, blockers === "" ? [] : blockers.split(" ")),
    [requirements, blockers],
  );
  return (
    <RequiredToSubmit fields={fields}>
      {state !== null && state.all.length > 0 && <Checklist {...{ requirements, record, name, ...state }} />}
      {children}
    </RequiredToSubmit>
  );
}

type ChecklistProps<Values, Rec> = Omit<RequirementListProps<Values, Rec>, "children"> & {
  readonly all: readonly string[];
  readonly missing: ReadonlySet<string>;
};

function Checklist<Values, Rec>({ requirements, record, name, all, missing }: ChecklistProps<Values, Rec>) {
  const t = useMessagesOfAny(name);
  const messages = useMessages("record");
  const language = useLanguage();
  const titleId = useId();
  const done = all.filter((blocker) => !missing.has(blocker)).length;
  const figure = (count: number) => formatNumber(language, count);
  return (
    <section className={classes.requirements} aria-labelledby={titleId}>
      <h2 id={titleId} aria-live="polite">
        {messages("requirements.title", { done: figure(done), all: figure(all.length) })}
      </h2>
      <ul>
        {all.map((blocker) => {
          const isDone = !missing.has(blocker);
          return (
            <li key={blocker} data-done={isDone || undefined}>
              {isDone ? <IconCircleCheck size={18} aria-hidden /> : <IconCircle size={18} aria-hidden />}
              <Place place={requirements.places[blocker]} record={record}>
                {t(`requirements.${blocker}`)}
              </Place>
              {isDone && <span className="hidden-visually">{messages("requirements.done")}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type PlaceProps<Values, Rec> = {
  readonly place: Requirements<Values, Rec>["places"][string] | undefined;
  readonly record: Rec | null;
  readonly children: ReactNode;
};

/** A requirement, linked to where it is met. A part of the page exists once the record does. */
function Place<Values, Rec>({ place, record, children }: PlaceProps<Values, Rec>) {
  const { setFocus, getValues } = useFormContext();
  if (place === undefined) return <span>{children}</span>;
  if ("fields" in place) {
    const empty = () => place.fields.find((field) => !getValues(field));
    return (
      <button type="button" onClick={() => setFocus(empty() ?? place.fields[0]!, { shouldSelect: true })}>
        {children}
      </button>
    );
  }
  return record === null ? <span>{children}</span> : <Link {...place.linkOf(record)}>{children}</Link>;
}

function requiredFields<Values, Rec>({ places }: Requirements<Values, Rec>, all: readonly string[]): RequiredFields {
  return new Map(
    all.flatMap((blocker) => {
      const place = places[blocker];
      if (place === undefined || !("fields" in place)) return [];
      return place.fields.map((name) => [name, place.isOneOf ? "oneOf" : "each"] as const);
    }),
  );
}
