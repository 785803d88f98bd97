import type { ReactNode } from "react";
import type { Input, Operation, Output } from "#base/contract.ts";
import type { Impact } from "#base/impact.ts";
import { Consequences } from "#web/impact/Consequences.tsx";
import { useImpact } from "#web/impact/useImpact.ts";
import type { ActionDialogProps } from "#web/record/actionDialog.ts";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

type ImpactActionDialogProps<Op extends Operation> = ActionDialogProps & {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  /** Maximum length in characters; 0 if no reason is asked for. */
  readonly reasonMax: number;
  readonly isDangerous?: boolean;
  /** Returns an `Impact`. */
  readonly preview: Op;
  readonly input: Input<Op>;
  /** Version of the record. */
  readonly version: number;
  /** Further inputs. They change `input`, so the impact is requested again. */
  readonly children?: (impact: Output<Op>) => ReactNode;
};

/**
 * Confirms a transition that affects other areas: shows the impact and asks for the reason. Applies only what was
 * shown.
 */
export function ImpactActionDialog<Op extends Operation>(props: ImpactActionDialogProps<Op>) {
  const { preview, input, version, reasonMax, isPending, error, onConfirm, onClose, children, ...texts } = props;
  const { data, ...query } = useImpact(preview, input, { version });
  const impact = data as Impact | undefined;
  return (
    <ReasonDialog
      {...texts}
      reasonMax={reasonMax}
      isReady={impact !== undefined && !query.isFetching}
      isPending={isPending}
      error={error}
      onConfirm={(reason) => onConfirm({ ...(reason ? { reason } : {}), fingerprint: impact!.fingerprint })}
      onClose={onClose}
    >
      {data !== undefined && children?.(data)}
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : impact ? (
        <Consequences consequences={impact.consequences} />
      ) : (
        <SkeletonRows rows={2} rowPx={56} />
      )}
    </ReasonDialog>
  );
}
