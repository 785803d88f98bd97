import { useRouter } from "@tanstack/react-router";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** Says that a change waits for a second person, and offers the way to the request. */
export function useSentForApproval(): (approvalId: string) => void {
  const words = useWords("record");
  const router = useRouter();
  const toast = useToast();
  return (approvalId) => {
    const open = () => void router.navigate({ to: `/apps/approval/approvals/${approvalId}` });
    toast({ variant: "info", text: words("waits.text"), action: { label: words("waits.open"), onAction: open } });
  };
}
