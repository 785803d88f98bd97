import { type Product, products } from "#features/catalogue/products/contract.ts";
import { fieldOfBlocker, type ProductInput } from "#features/catalogue/products/fields.ts";
import { StatusBanner } from "#web/record/StatusBanner.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

type ProductStatusNoteProps = { readonly record: Product; readonly onFix: (name: keyof ProductInput) => void };

/** The reason for the status, and what blocks the next transition. */
export function ProductStatusNote({ record, onFix }: ProductStatusNoteProps) {
  const t = useMessages("products");
  const [, setTab] = useSearchParam("tab");
  // The requirements of a draft are listed above its form.
  const transitions = record.status === "draft" ? [] : record.allowedTransitions;
  const blockers = new Set(transitions.flatMap((each) => each.blockers));
  // What the transition after the next needs is shown early: a picture takes time.
  if (record.status === "draft" && record.images.length === 0) blockers.add("image_missing");
  return (
    <StatusBanner
      activity={products.activity}
      record={record}
      settled="published"
      missing={[...blockers].filter((blocker) => blocker !== "unpublish_first" && blocker !== "approval_not_permitted")}
      fixOf={(blocker) => {
        const field = fieldOfBlocker(blocker);
        return field && (() => (field === "images" ? setTab("images") : onFix(field)));
      }}
      t={t}
    />
  );
}
