import { accountPurposes, ownerKinds } from "#features/loyalty/ledger/contract/accounts.ts";
import { LedgerTabs } from "#features/loyalty/ledger/web/LedgerTabs.tsx";
import { ledger, type LedgerTransaction } from "#features/loyalty/ledger/contract.ts";
import { pickBrand, pickMember, pickRetailer } from "#features/loyalty/promocodes/web/usePickables.ts";
import { accountText, kindText, ledgerPath, transactionKinds } from "#features/loyalty/ledger/web/useLedgerTexts.ts";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import { defineList, type Draw } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { textWidth } from "#web/list/widthLimits.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { minorText } from "#web/record/minorText.ts";

type Cell = Draw<LedgerTransaction, MessageKey<"ledger">>;

/** The accounts at one end of its postings: the first in words, the others counted. */
const endOf =
  (end: "source" | "destination"): Cell =>
  ({ postings }, { t, language }) => {
    const [first] = postings;
    if (first === undefined) return null;
    const more = new Set(postings.map((posting) => accountText(posting[end], t))).size - 1;
    const text = accountText(first[end], t);
    return <bdi>{more === 0 ? text : t("andMore", { text, count: more, figure: formatNumber(language, more) })}</bdi>;
  };
const source = endOf("source");
const destination = endOf("destination");
const amount: Cell = ({ postings }, { language }) =>
  postings[0] &&
  minorText(
    language,
    postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    postings[0].currency,
  );

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const list = defineList({
  name: "ledger",
  operation: ledger.list,
  path: ledgerPath,
  nameOf: ({ number }) => String(number),
  columns: [
    { id: "number", cell: ({ number }) => <bdi dir="ltr">{number}</bdi> },
    {
      id: "recordedAt",
      sort: "recordedAt",
      firstDirection: "desc",
      cell: ({ recordedAt }, { language }) => formatDateTime(language, recordedAt),
    },
    { id: "kind", width: textWidth, cell: ({ kind }, { t }) => kindText(kind, t) },
    { id: "source", width: textWidth, cell: source },
    { id: "destination", width: textWidth, cell: destination },
    { id: "amount", isFigure: true, cell: amount },
    {
      id: "reference",
      width: textWidth,
      isHidden: true,
      isQuiet: true,
      cell: ({ referenceId }) => referenceId && <bdi dir="ltr">{referenceId}</bdi>,
    },
    { id: "reason", width: textWidth, isHidden: true, cell: ({ reason }) => reason && <bdi>{reason}</bdi> },
  ],
  card: {
    facts: (row, context) => [
      <>
        {kindText(row.kind, context.t)} · {amount(row, context)}
      </>,
      <>
        {source(row, context)} → {destination(row, context)}
      </>,
    ],
  },
  filters: [
    { kind: "choice", name: "kind", codes: transactionKinds },
    { kind: "choice", name: "ownerKind", codes: ownerKinds },
    { kind: "choice", name: "purpose", codes: accountPurposes },
    { kind: "record", name: "brand", source: pickBrand },
    { kind: "record", name: "retailer", source: pickRetailer },
    { kind: "record", name: "member", source: pickMember },
    { kind: "days", name: "period", from: "from", to: "to" },
    { kind: "word", name: "referenceId", isRight: (word) => uuid.test(word) },
  ],
  views: [
    { id: "members", filters: { ownerKind: ["member"] } },
    { id: "brands", filters: { ownerKind: ["brand"] } },
    { id: "corrections", filters: { kind: ["adjustment", "reversal"] } },
  ],
  sorts: ["recordedAt"],
  initialOrder: { sort: "recordedAt", direction: "desc" },
  read: ledger.get,
  exporting: ledger.exportCsv,
});

/** Every transaction that the reader may see, with both ends. */
export const LedgerListScreen = () => <RecordList list={list} above={<LedgerTabs />} />;
