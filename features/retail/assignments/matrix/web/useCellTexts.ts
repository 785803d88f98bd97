import { useMemo } from "react";
import type { MatrixCell } from "#features/retail/assignments/contract/rows.ts";
import { formatNumber } from "#web/formats.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import type { Language } from "#web/screens.ts";

export type Look =
  | "active"
  | "scheduled"
  | "places"
  | "troubled"
  | "paused"
  | "proposed"
  | "chosen"
  | "blocked"
  | "free";

export type CellTexts = {
  readonly lookOf: (cell: MatrixCell | null, isChosen: boolean) => Look;
  /** The text of a cell for screen readers. */
  readonly labelOf: (cell: MatrixCell | null, isChosen: boolean) => string;
};

/** Look and text of the matrix cells. There are few different texts and many cells, so each is created once. */
export function useCellTexts(): CellTexts {
  const t = useMessages("assignments");
  const language = useLanguage();
  return useMemo(() => {
    const labels = new Map<string, string>();
    return {
      lookOf,
      labelOf: (cell, isChosen) => {
        const key = `${cell?.status} ${cell?.isScheduled} ${cell?.blockedBy} ${cell?.placesCount} ${isChosen}`;
        const known = labels.get(key) ?? labelOf(cell, isChosen, { t, language });
        labels.set(key, known);
        return known;
      },
    };
  }, [t, language]);
}

function lookOf(cell: MatrixCell | null, isChosen: boolean): Look {
  if (cell === null) return "free";
  if (cell.status === "active" && cell.isScheduled) return "scheduled";
  if (cell.status === "active") return cell.blockedBy === null ? "active" : "troubled";
  if (cell.status === "paused" || cell.status === "proposed") return cell.status;
  if (isChosen) return "chosen";
  if (cell.placesCount > 0) return "places";
  return cell.blockedBy === null ? "free" : "blocked";
}

type In = { readonly t: Translate<MessageKey<"assignments">>; readonly language: Language };

function labelOf(cell: MatrixCell | null, isChosen: boolean, { t, language }: In): string {
  const shown = cell?.status === "active" && cell.isScheduled ? "scheduled" : cell?.status;
  const status = shown ? t(`status.${shown}`) : isChosen ? t("cell.chosen") : t("cell.free");
  const reported = cell?.blockedBy ? `${status}: ${t(`plainReasons.${cell.blockedBy}`)}` : status;
  const count = cell?.placesCount ?? 0;
  return count > 0
    ? `${reported}. ${t("elsewhere.places", { count, figure: formatNumber(language, count) })}`
    : reported;
}
