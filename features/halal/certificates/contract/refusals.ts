import { refusals } from "#base/refusal.ts";

export const certificateRefusals = refusals({
  id_taken: { status: 409, message: "Another record already has this id." },
  certificate_taken: { status: 409, message: "This body's certificate of that number and revision is already here." },
  renewal_exists: { status: 409, message: "A renewal of this certificate has been begun already." },
  invalid_step: { status: 409, message: "A certificate that is {state} cannot take this step." },
  step_blocked: { status: 409, message: "Something stands in the way of this step." },
  not_editable: { status: 409, message: "A certificate that is {state} can no longer be edited." },
  only_drafts_can_be_deleted: { status: 409, message: "Only a draft can be deleted." },
  certificate_in_use: { status: 409, message: "Other records refer to this certificate." },
  too_many_lines: { status: 422, message: "A certificate holds at most {maximum} lines." },
  line_unknown: { status: 422, message: "One of the lines is no longer there." },
  product_unknown: { status: 422, message: "One of the products is not there." },
  reminder_impossible: { status: 409, message: "There is no email address for this certificate's holder." },
  reviewer_unknown: { status: 422, message: "This person cannot review certificates." },
  gtin_differs: {
    status: 409,
    message: "The barcode number of line “{line}” is not that of the product. Link the product that has this number.",
  },
  link_reason_required: {
    status: 422,
    message: "This product is not the certificate holder’s. Enter a reason to link it.",
  },
  product_twice: { status: 409, message: "This product is already matched to another line." },
});
