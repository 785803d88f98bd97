import { Alert } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import type { Change } from "#features/assignments/contract/changes.ts";
import { PreviewBar } from "#features/assignments/web/PreviewBar.tsx";
import { useAssignTexts } from "#features/assignments/web/useAssignTexts.ts";
import { isStale, useChange } from "#features/assignments/web/useChange.ts";
import { textOf } from "#web/textOf.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

type MatrixChangeProps = {
  readonly pairs: readonly { readonly productId: string; readonly retailerId: string }[];
  readonly onDone: () => void;
};

const typingMs = 300;

/** What the chosen cells would do, and the doing of it. */
export function MatrixChange({ pairs, onDone }: MatrixChangeProps) {
  const t = useWords("assignments");
  const texts = useAssignTexts();
  const toast = useToast();
  const key = pairs.map(({ productId, retailerId }) => `${productId} ${retailerId}`).join(",");
  const [settled] = useDebouncedValue(key, typingMs);
  const change = useMemo<Change>(
    () => ({
      kind: "assign",
      target: {
        pairs: settled.split(",").map((pair) => {
          const [productId = "", retailerId = ""] = pair.split(" ");
          return { productId, retailerId };
        }),
      },
      blocked: "leave_out",
    }),
    [settled],
  );
  const { preview, apply } = useChange(change);
  const handleApply = () =>
    apply.mutate(preview.data!.fingerprint, {
      onSuccess: ({ changed }) => {
        toast({ text: t("assigned", { count: changed, figure: texts.figure(changed) }) });
        onDone();
      },
    });
  const error = apply.error ?? preview.error;
  return (
    <>
      {error && (
        <Alert color={isStale(error) ? "yellow" : "red"} m="md" role="alert">
          {textOf(error)}
        </Alert>
      )}
      {preview.data ? (
        <PreviewBar
          preview={preview.data}
          change={change}
          isReady={settled === key && !preview.isFetching && !preview.isPlaceholderData}
          isPending={apply.isPending}
          onApply={handleApply}
        />
      ) : (
        !preview.error && <SkeletonRows rows={1} rowPx={56} />
      )}
    </>
  );
}
