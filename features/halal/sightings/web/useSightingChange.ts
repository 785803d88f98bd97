import { useState } from "react";
import { Refusal } from "#base/refusal.ts";
import { type MarketMonth, sightings } from "#features/halal/sightings/contract.ts";
import { useMonthName } from "#features/halal/sightings/web/useMonthName.ts";
import { useImpact } from "#web/impact/useImpact.ts";
import { useWrite } from "#web/operations.ts";
import { issueText } from "#web/textOf.ts";
import { useDoneToast } from "#web/ui/useDoneToast.ts";
import { useMessages } from "#web/useMessages.ts";

/** The value that resets a month, in place of a day. */
export const computedAgain = "computed";

type SightingChange = { readonly market: string; readonly month: MarketMonth; readonly onClose: () => void };

/** The state of the dialog that confirms or changes a first day: its fields, the preview, and saving. */
export function useSightingChange({ market, month, onClose }: SightingChange) {
  const t = useMessages("sightings");
  const done = useDoneToast();
  const name = useMonthName()(month);
  const { confirmed } = month;
  const [start, setStart] = useState(month.start);
  const [source, setSource] = useState(confirmed?.source ?? "");
  const [reason, setReason] = useState("");
  const isReset = start === computedAgain;
  const wanted = { market, hijriYear: month.hijriYear, month: month.month };
  const preview = useImpact(sightings.preview, { ...wanted, gregorianStart: isReset ? null : start });
  const confirm = useWrite(sightings.confirm, { refreshes: [sightings.list] });
  const reset = useWrite(sightings.reset, { refreshes: [sightings.list] });
  const error = confirm.error ?? reset.error ?? preview.error;
  const problemAt = (path: string) => {
    const issue = error instanceof Refusal ? error.errors.find((each) => each.path === path) : undefined;
    return issue && issueText(issue);
  };
  const save = (fingerprint: string) => {
    const answers = {
      onSuccess: () => {
        done(undefined, t(isReset ? "resetDone" : "confirmedDone", { month: name }));
        onClose();
      },
      onError: () => void preview.refetch(),
    };
    const given = reason.trim() === "" ? {} : { reason };
    if (isReset) reset.mutate({ ...wanted, reason, fingerprint }, answers);
    else confirm.mutate({ ...wanted, gregorianStart: start, source, ...given, fingerprint }, answers);
  };
  return {
    name,
    start,
    setStart,
    source,
    setSource,
    reason,
    setReason,
    isReset,
    preview,
    error,
    problemAt,
    /** A field shows the error. */
    isProblem: ["gregorianStart", "source", "reason"].some((path) => problemAt(path) !== undefined),
    isFilled: (isReset || source.trim() !== "") && (confirmed === null || reason.trim() !== ""),
    isPending: confirm.isPending || reset.isPending,
    save,
  };
}
