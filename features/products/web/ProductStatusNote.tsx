import { products } from "#features/products/contract.ts";
import type { Product, ProductInput } from "#features/products/contract/product.ts";
import { fieldsOfBlockers } from "#features/products/rules.ts";
import { formatDate } from "#web/formats.ts";
import { StatusNote, type StatusReason } from "#web/record/StatusNote.tsx";
import { useActivity } from "#web/record/useActivity.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type ProductStatusNoteProps = { readonly product: Product; readonly onFix: (name: keyof ProductInput) => void };

/** Why a product is where it is, and what stands between it and the next step. A published one without a word needs none. */
export function ProductStatusNote({ product, onFix }: ProductStatusNoteProps) {
  const t = useWords("products");
  const language = useLanguage();
  const { data } = useActivity(products.activity, product.id);
  const { status, statusReason } = product;
  // What the step after the next asks for is told early: a picture takes time.
  const asked = new Set(product.allowedTransitions.flatMap(({ blockers }) => blockers));
  if (status === "draft" && product.images.length === 0) asked.add("image_missing");
  const missing = [...asked].filter((blocker) => blocker !== "unpublish_first");
  if (status === "published" && statusReason === null && missing.length === 0) return null;
  const step = data?.pages[0]?.events.find(({ changes }) => changes.status?.after === status);
  const said: StatusReason[] = statusReason === null ? [] : [{ key: "reason", text: statusReason, isBlocking: false }];
  const blocking = missing.map((blocker): StatusReason => {
    const field = fieldsOfBlockers[blocker];
    return {
      key: blocker,
      text: t(`blockers.${blocker}`),
      isBlocking: true,
      ...(field ? { fix: { label: t("fillIn"), onFix: () => onFix(field) } } : {}),
    };
  });
  return (
    <StatusNote
      lead={
        step
          ? t(`note.by.${status}`, { who: step.actorName, day: formatDate(language, step.at) })
          : t(`note.plain.${status}`)
      }
      reasons={[...said, ...blocking]}
      next={t(`note.next.${status}`)}
    />
  );
}
