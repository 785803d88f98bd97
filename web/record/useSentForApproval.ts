import { useRouter } from "@tanstack/react-router";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Shows that a change waits for approval, or why it can't be requested yet, with a link to the request. */
export function useSentForApproval(): (approvalId: string, refusal?: string) => void {
  const messages = useMessages("record");
  const router = useRouter();
  const toast = useToast();
  return (approvalId, refusal) => {
    const open = () => void router.navigate({ to: `/apps/approval/approvals/${approvalId}` });
    const action = { label: messages("waits.open"), onAction: open };
    toast(
      refusal
        ? { variant: "warning", text: refusal, action }
        : { variant: "info", text: messages("waits.text"), action },
    );
  };
}
