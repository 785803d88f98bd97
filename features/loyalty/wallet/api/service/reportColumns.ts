import type { Importer } from "#api/importer.ts";

/** The columns of PayPal's report and the messages about them, in both languages. */
export const reportColumns: Pick<Importer, "title" | "columns" | "problemMessages"> = {
  title: { en: "Payout results", ar: "نتائج الدفعات" },
  columns: [
    {
      field: "customerRef",
      title: { en: "Customer ID", ar: "معرّف العميل" },
      aliases: ["Customer ID", "Unique ID", "customerRef", "Sender item ID", "Payout item reference"],
      example: "PI01JDC8Q7Z5W3K9M2T4X6Y8B0A1",
    },
    {
      field: "status",
      title: { en: "Status", ar: "الحالة" },
      aliases: ["Status", "Transaction status", "Payout status", "Unclaimed status"],
      role: "required",
      example: "SUCCESS",
    },
    {
      field: "transactionId",
      title: { en: "Transaction ID", ar: "معرّف المعاملة" },
      aliases: ["Transaction ID", "PayPal transaction ID", "Payout item ID", "transactionId"],
      example: "5TY05013RG002845M",
    },
    {
      field: "currency",
      title: { en: "Currency", ar: "العملة" },
      aliases: ["Currency", "Payout currency", "currency"],
      example: "GBP",
    },
    {
      field: "amount",
      title: { en: "Amount", ar: "المبلغ" },
      aliases: ["Amount", "Gross", "Payout amount", "amount"],
      example: "12.50",
    },
    {
      field: "fee",
      title: { en: "Fee", ar: "الرسوم" },
      aliases: ["Fee", "Fees", "Payout fee", "fee"],
      example: "0.25",
    },
  ],
  problemMessages: {
    paypal_status_unknown: {
      wrong: { en: "Not a status of PayPal", ar: "ليست حالة من حالات PayPal" },
      right: {
        en: "SUCCESS, FAILED, UNCLAIMED or another of PayPal’s statuses",
        ar: "SUCCESS أو FAILED أو UNCLAIMED أو حالة أخرى من PayPal",
      },
    },
    paypal_amount_invalid: {
      wrong: { en: "Not an amount in this currency", ar: "ليس مبلغًا بهذه العملة" },
    },
    result_unknown: {
      wrong: {
        en: "No payment has this Customer ID. Match it by hand",
        ar: "لا توجد دفعة بمعرّف العميل هذا. طابقها يدويًا",
      },
    },
    result_differing: {
      wrong: {
        en: "The payment has another amount or currency. Nothing is moved",
        ar: "للدفعة مبلغ أو عملة أخرى. لن يُنقل شيء",
      },
    },
    result_backward: {
      wrong: { en: "The payment has already ended. Nothing is moved", ar: "انتهت الدفعة من قبل. لن يُنقل شيء" },
    },
    result_frozen: {
      wrong: { en: "The member’s wallet is frozen. Nothing is moved", ar: "محفظة العضو مجمّدة. لن يُنقل شيء" },
    },
  },
};
