import { refusals } from "#base/refusal.ts";

export const certificateRefusals = refusals({
  id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  certificate_taken: {
    status: 409,
    message: "This certifying body already has a certificate with this number and revision.",
  },
  renewal_exists: { status: 409, message: "A renewal of this certificate has already been started." },
  invalid_step: { status: 409, message: "Not allowed while the certificate is {state}." },
  step_blocked: { status: 409, message: "Complete the missing information first." },
  not_editable: { status: 409, message: "A certificate that is {state} can’t be edited." },
  only_drafts_can_be_deleted: { status: 409, message: "Only drafts can be deleted." },
  certificate_in_use: { status: 409, message: "Other records use this certificate, so it can’t be deleted." },
  too_many_lines: { status: 422, message: "A certificate can have at most {maximum} lines." },
  line_unknown: { status: 422, message: "One of the lines no longer exists." },
  product_unknown: { status: 422, message: "One of the products no longer exists." },
  reminder_impossible: { status: 409, message: "No email address on file for the holder." },
  reviewer_unknown: { status: 422, message: "This user can’t review certificates." },
  gtin_differs: {
    status: 409,
    message: "The barcode number of the line “⁨{line}⁩” isn’t this product’s. Link the product with that number.",
  },
  link_reason_required: {
    status: 422,
    message: "This product doesn’t belong to the certificate’s holder. Enter a reason to link it.",
  },
  product_twice: { status: 409, message: "This product is already matched to another line." },
});
