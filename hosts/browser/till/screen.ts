import { readGtin } from "#base/gtin.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import { writeAmount } from "#base/writeAmount.ts";
import { tillClient, TillRefusal, UnknownOutcome } from "#clients/till/client.ts";
import { InvalidList } from "#clients/till/offline.ts";
import type { Check } from "#features/loyalty/promocodes/rules/facts.ts";
import { element } from "#hosts/browser/till/elements.ts";
import {
  checkOrder,
  getList,
  NoList,
  type Order,
  type OrderResult,
  type Redeemed,
  redeemOrder,
  sendSales,
} from "#hosts/browser/till/order.ts";
import { readState, type TillState, writeState } from "#hosts/browser/till/state.ts";
import { checkText, refusalText, text, type TextKey } from "#hosts/browser/till/texts.ts";
import { parseAmount } from "#web/record/amount.ts";

type Fetch = (request: Request) => Promise<Response>;

/** Draws the till into `root`. `fetch` reaches the API of this host. */
export function showTill(root: HTMLElement, fetch: Fetch): void {
  const { language } = readState();
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  document.title = t("title");
  const till = { fetch, root, output: element("div", { "aria-live": "polite" }), queue: element("div") };
  const order = orderPart(till);
  root.replaceChildren(headerPart(till), settingsPart(till), order, till.output, till.queue);
  showQueue(till);
}

type Till = {
  readonly fetch: Fetch;
  readonly root: HTMLElement;
  readonly output: HTMLElement;
  readonly queue: HTMLElement;
};

const t = (key: TextKey, values?: Readonly<Record<string, string>>) => text(readState().language, key, values);
const clientOf = ({ fetch }: Till) => tillClient({ url: location.origin, key: readState().key, fetch });
const set = (changed: Partial<TillState>) => writeState({ ...readState(), ...changed });

function headerPart(till: Till): HTMLElement {
  const status = element(
    "span",
    { class: "quiet", role: "status" },
    readState().isOffline ? t("offline") : t("online"),
  );
  const toggle = element("input", {
    type: "checkbox",
    ...(readState().isOffline ? { checked: true } : {}),
    onchange: () => {
      set({ isOffline: toggle.checked });
      status.textContent = toggle.checked ? t("offline") : t("online");
    },
  });
  const other = readState().language === "ar" ? "en" : "ar";
  const switchLanguage = () => {
    set({ language: other });
    showTill(till.root, till.fetch);
  };
  return element(
    "header",
    {},
    element("h1", {}, t("title")),
    status,
    element("button", { type: "button", lang: other, onclick: switchLanguage }, t("switch")),
    element("label", { class: "choice" }, toggle, t("workOffline")),
  );
}

function field(key: TextKey, attributes: Readonly<Record<string, string>> = {}) {
  const input = element("input", { type: "text", autocomplete: "off", ...attributes });
  return { input, label: element("label", {}, t(key), input) };
}

function settingsPart(till: Till): HTMLElement {
  const fields = (
    [
      ["key", "key"],
      ["retailer", "retailerId"],
      ["location", "locationId"],
      ["currency", "currency"],
      ["batch", "batchId"],
    ] as const
  ).map(([key, name]) => {
    const made = field(key, { value: readState()[name], dir: "ltr", ...(name === "key" ? { type: "password" } : {}) });
    made.input.addEventListener("input", () => set({ [name]: made.input.value.trim() }));
    return made.label;
  });
  const get = () =>
    run(till, async () => {
      if (readState().locationId === "") return [problemPart(t("needLocation"))];
      const until = new Date(await getList(clientOf(till)));
      const time = until.toLocaleTimeString(readState().language === "ar" ? "ar-u-nu-latn" : "en-GB", {
        hour: "2-digit",
        minute: "2-digit",
      });
      return [element("section", {}, element("p", {}, t("listUntil", { time })))];
    });
  const isNew = readState().key === "";
  return element(
    "details",
    isNew ? { open: true } : {},
    element("summary", {}, t("settings")),
    element("div", { class: "fields" }, ...fields, element("button", { type: "button", onclick: get }, t("getList"))),
  );
}

function orderPart(till: Till): HTMLElement {
  const lines: Order["lines"][number][] = [];
  const table = element("div");
  const problem = element("p", { class: "problem", role: "alert" });
  const barcode = field("barcode", { inputmode: "numeric", dir: "ltr" });
  const price = field("price", { inputmode: "decimal", dir: "ltr" });
  const quantity = field("quantity", { type: "number", min: "1", max: "999", value: "1", dir: "ltr" });
  const code = field("code", { dir: "ltr", autocapitalize: "characters" });
  const member = field("member", { dir: "ltr" });
  let ref = receiptNumber();
  const add = (event: Event) => {
    event.preventDefault();
    const line = readLine(barcode.input.value, price.input.value, quantity.input.value);
    problem.textContent = typeof line === "string" ? t(line) : "";
    if (typeof line === "string") return;
    lines.push(line);
    for (const input of [barcode.input, price.input]) input.value = "";
    quantity.input.value = "1";
    barcode.input.focus();
    showLines(table, lines);
  };
  const current = (): Order => ({
    ref,
    lines,
    code: code.input.value.trim(),
    memberNumber: member.input.value.trim(),
  });
  const next = () => {
    ref = receiptNumber();
    lines.length = 0;
    code.input.value = "";
    showLines(table, lines);
    till.output.replaceChildren();
  };
  const check = () => run(till, async () => [resultPart(await checkOrder(clientOf(till), current()))]);
  const redeem = () => run(till, () => redeemed(till, current(), next));
  showLines(table, lines);
  return element(
    "section",
    { "aria-labelledby": "order" },
    element("h2", { id: "order" }, t("order")),
    element(
      "form",
      { onsubmit: add },
      element("div", { class: "row" }, barcode.label, price.label, quantity.label),
      problem,
      element("button", { type: "submit" }, t("add")),
    ),
    table,
    element("div", { class: "row" }, code.label, member.label),
    element("p"),
    element(
      "div",
      { class: "row" },
      element("button", { type: "button", onclick: check }, t("check")),
      element("button", { type: "button", class: "main", onclick: redeem }, t("redeem")),
    ),
  );
}

/** Unique for this till: two orders never have one receipt number. */
const receiptNumber = () =>
  `T-${Date.now().toString(36).toUpperCase()}-${crypto.randomUUID().slice(0, 4).toUpperCase()}`;

function readLine(barcode: string, price: string, quantity: string): Order["lines"][number] | TextKey {
  const read = readGtin(barcode);
  if (read.gtin === null) return "wrongBarcode";
  const unitMinor = parseAmount(price, digits());
  if (typeof unitMinor !== "number") return "wrongPrice";
  return { gtin: read.gtin, quantity: Math.max(1, Math.trunc(Number(quantity))), unitMinor };
}

const digits = () => minorDigitsByCurrency.get(readState().currency) ?? 2;
const amount = (minor: number) => `\u2066${readState().currency}\u00a0${writeAmount(minor, digits())}\u2069`;

function showLines(box: HTMLElement, lines: Order["lines"][number][]): void {
  if (lines.length === 0) return box.replaceChildren(element("p", { class: "quiet" }, t("empty")));
  const rows = lines.map(({ gtin, quantity, unitMinor }, place) => {
    const remove = () => {
      lines.splice(place, 1);
      showLines(box, lines);
    };
    return element(
      "tr",
      {},
      element("td", {}, `\u2066${gtin}\u2069`),
      element("td", {}, `\u2066${quantity} × ${writeAmount(unitMinor, digits())}\u2069`),
      element("td", {}, element("button", { type: "button", onclick: remove }, t("remove"))),
    );
  });
  box.replaceChildren(element("table", {}, element("tbody", {}, ...rows)));
}

/** Runs a step, and shows what it answers or why it failed. Buttons wait meanwhile. */
function run(till: Till, work: () => Promise<Node[]>): void {
  void runToEnd(till, work);
}

async function runToEnd(till: Till, work: () => Promise<Node[]>): Promise<void> {
  const { key, retailerId } = readState();
  if (key === "" || retailerId === "") {
    till.output.replaceChildren(problemPart(t("needSettings")));
    return;
  }
  const buttons = [...till.root.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  const parts = await work().catch((error: unknown) => failureParts(error));
  for (const button of buttons) button.disabled = false;
  till.output.replaceChildren(...parts);
  showQueue(till);
  // On a phone the answer is below what was tapped.
  till.output.scrollIntoView({ block: "nearest" });
}

function failureParts(error: unknown): Node[] {
  if (error instanceof NoList || error instanceof InvalidList) return [problemPart(t("noList"))];
  if (error instanceof UnknownOutcome) return [problemPart(t("unknownOutcome"))];
  if (!(error instanceof TillRefusal)) throw error;
  const checks = error.details["checks"] as readonly Check[] | undefined;
  if (checks && checks.length > 0)
    return [element("section", {}, element("p", { class: "problem" }, t("appliesNot")), checkList(checks))];
  return [problemPart(refusalText(readState().language, error.code, error.message))];
}

const problemPart = (message: string) =>
  element("section", {}, element("p", { class: "problem", role: "alert" }, message));

const checkList = (checks: readonly Check[]) =>
  element(
    "ul",
    {},
    ...checks.map((check) => element("li", { "data-ok": `${check.ok}` }, checkText(readState().language, check))),
  );

function resultPart({ outcomes, baseMinor, discountMinor, paidMinor, cashbackMinor }: OrderResult): HTMLElement {
  const figures = [
    ["total", baseMinor],
    ["discount", discountMinor],
    ["cashback", cashbackMinor],
    ["toPay", paidMinor],
  ] as const;
  return element(
    "section",
    { "aria-labelledby": "result" },
    element("h2", { id: "result" }, t("result")),
    element(
      "dl",
      {},
      ...figures.flatMap(([key, minor]) => [element("dt", {}, t(key)), element("dd", {}, amount(minor))]),
    ),
    ...outcomes.flatMap(({ applies, checks }) => [
      element("p", { class: applies ? "" : "problem" }, t(applies ? "applies" : "appliesNot")),
      checkList(checks),
    ]),
  );
}

async function redeemed(till: Till, order: Order, next: () => void): Promise<Node[]> {
  const done = await redeemOrder(clientOf(till), order);
  if (done === null) return [resultPart(await checkOrder(clientOf(till), order))];
  const steps = element("div", { class: "row" });
  const ids = (done.redeemed ?? []).map(({ id }: Redeemed) => id);
  const rollBack = () =>
    run(till, async () => {
      for (const id of ids)
        await clientOf(till).rollback({ id, reason: t("rollBack") }, { idempotencyKey: `rollback-${id}` });
      return [element("section", {}, element("p", {}, t("rolledBack")), nextButton)];
    });
  const nextButton = element("button", { type: "button", onclick: next }, t("next"));
  if (ids.length > 0) steps.append(element("button", { type: "button", onclick: rollBack }, t("rollBack")));
  steps.append(nextButton);
  return [
    element(
      "section",
      { "aria-labelledby": "receipt" },
      element("h2", { id: "receipt" }, t("receipt", { number: order.ref })),
      element("p", {}, t("redeemed", { amount: amount(done.discountMinor) })),
      done.redeemed === null ? element("p", {}, t("waiting")) : null,
      done.redeemed === null && order.memberNumber !== "" ? element("p", { class: "quiet" }, t("memberOffline")) : null,
      steps,
    ),
  ];
}

function showQueue(till: Till): void {
  const { queue, language } = readState();
  if (queue.length === 0) return till.queue.replaceChildren();
  const send = () =>
    run(till, async () => {
      const answers = await sendSales(clientOf(till));
      const said = answers.map(({ orderRef: number, status, reason, borneByShopMinor }) => {
        if (status === "accepted") return t("saleAccepted", { number });
        if (status === "retry") return t("saleRetry", { number });
        const why = refusalText(language, reason ?? "", reason ?? "");
        return t("saleConflict", { number, reason: why, amount: amount(borneByShopMinor) });
      });
      return [element("section", {}, element("ul", {}, ...said.map((each) => element("li", {}, each))))];
    });
  till.queue.replaceChildren(
    element(
      "section",
      { "aria-labelledby": "queue" },
      element("h2", { id: "queue" }, t("queue")),
      element("p", {}, t("queued", { count: String(queue.length) })),
      element("button", { type: "button", onclick: send }, t("send")),
    ),
  );
}
