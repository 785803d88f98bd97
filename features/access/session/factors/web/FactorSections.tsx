import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { factors, hasSecondFactor } from "#features/access/session/contract/factors.ts";
import { AuthenticatorSection } from "#features/access/session/factors/web/AuthenticatorSection.tsx";
import styles from "#features/access/session/factors/web/FactorSections.module.css";
import { PasskeySection } from "#features/access/session/factors/web/PasskeySection.tsx";
import { RecoveryCodesDialog } from "#features/access/session/factors/web/RecoveryCodesDialog.tsx";
import { RecoveryCodesSection } from "#features/access/session/factors/web/RecoveryCodesSection.tsx";
import { useProof } from "#features/access/session/factors/web/useProof.tsx";
import { homePath } from "#web/guard.ts";
import { useRead } from "#web/operations.ts";
import { type SignedInUser, useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";

/** The user's second factors: an app, passkeys, and recovery codes in case both are lost. */
export function FactorSections({ person }: { readonly person: SignedInUser }) {
  const session = useSession();
  const navigate = useNavigate();
  const toast = useToast();
  const list = useRead(factors.readFactors, {});
  const { prove, dialog } = useProof();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [areShown, setShown] = useState(false);
  const [hadDuty] = useState(person.mustFirst !== null);

  /**
   * Reads the user again, and continues where a required action interrupted. Until the read has confirmed it, the guard
   * redirects back.
   */
  const goOn = async (leaves: boolean) => {
    try {
      await session.refresh();
      if (leaves && hadDuty) await navigate({ to: homePath });
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
  };
  const handleAdded = async (made: readonly string[]) => {
    setCodes(made);
    setShown(made.length > 0);
    await goOn(made.length === 0);
  };
  const handleStored = () => {
    setShown(false);
    if (hadDuty) void goOn(true);
  };
  const known = list.data;
  return (
    <div className={styles.sections} aria-busy={list.isPending}>
      {list.isPending && <SkeletonRows rows={6} rowPx={72} />}
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {known && (
        <>
          <AuthenticatorSection factors={known} prove={prove} onAdded={(made) => void handleAdded(made)} />
          <PasskeySection
            factors={known}
            readAt={list.dataUpdatedAt}
            prove={prove}
            onAdded={(made) => void handleAdded(made)}
          />
          {hasSecondFactor(known) && (
            <RecoveryCodesSection
              left={known.recoveryCodesLeft}
              prove={prove}
              onMade={(made) => {
                setCodes(made);
                setShown(true);
              }}
            />
          )}
        </>
      )}
      {dialog}
      <RecoveryCodesDialog codes={codes} isOpen={areShown} onClose={handleStored} />
    </div>
  );
}
