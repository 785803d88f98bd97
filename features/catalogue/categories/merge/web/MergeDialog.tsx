import { Alert, Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { isWaiting } from "#base/approvals.ts";
import { losesRequirement } from "#base/impact.ts";
import { type Category, categories } from "#features/catalogue/categories/contract.ts";
import type { MergePreview } from "#features/catalogue/categories/contract/impact.ts";
import { asksMore, subtreeOf } from "#features/catalogue/categories/rules.ts";
import { ImpactText } from "#features/catalogue/categories/web/ImpactText.tsx";
import { categoryReads } from "#features/catalogue/categories/record/web/useCategoryMutations.ts";
import { PathSelect } from "#features/catalogue/categories/tree/web/PathSelect.tsx";
import { usePathChoices } from "#features/catalogue/categories/tree/web/usePathChoices.ts";
import { LossReasonField } from "#web/impact/LossReasonField.tsx";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type MergeDialogProps = { readonly category: Category; readonly onClose: () => void };

/** Merges a category into another: which, what would move and change, and then the deed. */
export function MergeDialog({ category, onClose }: MergeDialogProps) {
  const t = useMessages("categories");
  const language = useLanguage();
  const name = category.nameI18n[language] ?? category.name;
  const messages = useMessages();
  const [intoId, setIntoId] = useState<string | null>(null);
  const tree = useRead(categories.tree, { withArchived: false });
  const rows = tree.data?.rows ?? none;
  const below = new Set(subtreeOf(rows, category.id).map(({ id }) => id));
  const choices = usePathChoices(rows).filter(({ id }) => !below.has(id));
  const preview = useRead(
    categories.previewMerge,
    { id: category.id, intoId: intoId ?? category.id },
    { isEnabled: intoId !== null },
  );
  const { merge, handleMerge, isLoss, reason, setReason } = useMerge(category, preview, onClose);
  const error = preview.error ?? merge.error;
  return (
    <SidePanel
      isOpen
      title={t("mergeOf", { name })}
      onClose={onClose}
      pinned={
        <>
          {isLoss && <LossReasonField reason={reason} onChange={setReason} />}
          {error && (
            <Alert color="red" role="alert">
              {textOf(error)}
            </Alert>
          )}
        </>
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {messages("buttons.cancel")}
          </Button>
          <Button
            color="red"
            disabled={!preview.data || intoId === null || (isLoss && reason.trim() === "")}
            loading={merge.isPending}
            onClick={() => preview.data && intoId !== null && void handleMerge(preview.data, intoId)}
          >
            {t("merge")}
          </Button>
        </>
      }
    >
      <p>{t("mergeText")}</p>
      <div style={{ marginBlockStart: 16 }}>
        <PathSelect
          label={t("mergeTarget")}
          choices={choices.map(({ id, path }) => ({ value: id, label: path }))}
          value={intoId}
          onChange={setIntoId}
        />
      </div>
      <div role="status">{preview.data && intoId !== null && <Moved preview={preview.data} />}</div>
    </SidePanel>
  );
}

/** Merges as previewed, or sends the merge for approval if it removes a requirement from products. */
function useMerge(category: Category, preview: UseQueryResult<MergePreview>, onClose: () => void) {
  const t = useMessages("categories");
  const language = useLanguage();
  const router = useRouter();
  const toast = useToast();
  const merge = useWrite(categories.merge, { refreshes: categoryReads });
  const sendForApproval = useSentForApproval();
  const [reason, setReason] = useState("");
  const isLoss = losesRequirement(preview.data?.consequences ?? []);
  const handleMerge = async (shown: MergePreview, target: string) => {
    try {
      const grounds = isLoss ? { reason: reason.trim() } : {};
      const input = { id: category.id, intoId: target, fingerprint: shown.fingerprint, ...grounds };
      const answer = await merge.mutateAsync(input);
      if (isWaiting(answer)) {
        onClose();
        return sendForApproval(answer.approvalId);
      }
    } catch {
      // The dialog shows the problem below; the next attempt starts from current facts.
      return void preview.refetch();
    }
    toast({ text: t("merged", { name: category.nameI18n[language] ?? category.name }) });
    onClose();
    void router.navigate({ to: `/apps/category/categories/${target}`, replace: true, ignoreBlocker: true });
  };
  return { merge, handleMerge, isLoss, reason, setReason };
}

function Moved({ preview }: { readonly preview: MergePreview }) {
  const t = useMessages("categories");
  return (
    <Alert color={asksMore(preview) || losesRequirement(preview.consequences) ? "yellow" : "blue"} mt="md">
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        <li>{t("products", { count: preview.movedProducts })}</li>
        <li>{t("children", { count: preview.movedChildren })}</li>
        <li>{t("bound", { count: preview.movedScopes })}</li>
      </ul>
      {(preview.products > 0 || preview.consequences.length > 0) && <ImpactText impact={preview} />}
    </Alert>
  );
}

const none: readonly never[] = [];
