import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { isWaiting } from "#base/approvals.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { factors } from "#features/access/session/contract/factors.ts";
import { users } from "#features/access/users/contract.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { useMissingText } from "#features/access/users/rights/web/useMissingText.ts";
import { call } from "#web/call.ts";
import { saveFile } from "#web/list/saveFile.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { refresh } from "#web/operations.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

const refreshes = [users.list, users.countByStatus, users.get, users.activity, users.sessions, users.permissions];

/** Actions with a confirmation message. */
type Step = Extract<MessageKey<"users">, `steps.${string}.done`> extends `steps.${infer Name}.done` ? Name : never;

/** The actions on an account, other than changes of its fields and permissions. Each returns whether it succeeded. */
export function useUserActions(user: User, onLink: (link: string | null) => void) {
  const t = useMessages("users");
  const router = useRouter();
  const confirm = useConfirm();
  const { transport } = useApiClient();
  const { id, version, name } = user;
  const { pending, take } = useTaking(user);
  const question = (step: "withdraw" | "signOut") => ({
    title: t(`steps.${step}.title`, { name }),
    text: t(`steps.${step}.text`),
    confirmLabel: t(`steps.${step}.confirm`),
    isDangerous: true,
  });
  return {
    pending,
    enable: () => take("enable", () => call(transport, users.changeStatus, { id, version, to: "active" })),
    disable: (reason: string) =>
      take("disable", () => call(transport, users.changeStatus, { id, version, to: "disabled", reason })),
    approve: (roles: readonly string[]) =>
      take("approve", () =>
        call(transport, users.approve, {
          id,
          version,
          roles: roles.map((roleId) => ({ roleId, validFrom: null, validTo: null })),
          scopes: [],
        }),
      ),
    decline: (reason: string) => take("decline", () => call(transport, users.decline, { id, version, reason })),
    resend: () =>
      take("resend", async () => {
        const answer = await call(transport, users.resendInvitation, { id });
        if (!isWaiting(answer)) onLink(answer.link);
        return answer;
      }),
    replaceEmail: (email: string, reason: string) =>
      take("replaceEmail", () => call(transport, users.replaceEmail, { id, version, email, reason })),
    stopEmailChange: () => take("stopEmailChange", () => call(transport, users.stopEmailChange, { id, version })),
    withdraw: async () => {
      if (!(await confirm(question("withdraw")))) return;
      const isDone = await take("withdraw", () => call(transport, users.withdrawInvitation, { id, version }));
      if (isDone) void router.navigate({ to: "/apps/user/users", replace: true, ignoreBlocker: true });
    },
    signOut: async () => {
      if (await confirm(question("signOut"))) await take("signOut", () => call(transport, users.endSessions, { id }));
    },
    resetFactors: (reason: string) =>
      take("resetFactors", () => call(transport, factors.resetFactors, { userId: id, reason })),
    exportAll: () => take("exportAll", async () => saveKept(user, await call(transport, users.exportPerson, { id }))),
    erase: (confirmation: string) => take("erase", () => call(transport, users.erase, { id, version, confirmation })),
  };
}

/** Runs an action, shows that it succeeded or why not, and reloads what changed. */
function useTaking({ name }: User) {
  const t = useMessages("users");
  const toast = useToast();
  const sent = useSentForApproval();
  const missingText = useMissingText();
  const { queryClient } = useApiClient();
  const [pending, setPending] = useState<string | null>(null);
  const take = async (step: Step, work: () => Promise<unknown>): Promise<boolean> => {
    setPending(step);
    try {
      const answer = await work();
      if (typeof answer === "object" && answer !== null && isWaiting(answer)) sent(answer.approvalId);
      else toast({ text: t(`steps.${step}.done`, { name }) });
      return true;
    } catch (error) {
      const isStale = error instanceof Refusal && error.code === commonRefusals.version_conflict.code;
      const isOfField = error instanceof Refusal && error.errors.length > 0;
      if (!isOfField || isStale) toast({ variant: "error", text: missingText(error) });
      if (isOfField) throw error;
      return false;
    } finally {
      setPending(null);
      await refresh(queryClient, refreshes);
    }
  };
  return { pending, take };
}

const saveKept = ({ number }: User, kept: object) =>
  saveFile(new File([JSON.stringify(kept, null, 2)], `person-${number}.json`, { type: "application/json" }));
