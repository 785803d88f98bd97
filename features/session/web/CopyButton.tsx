import { Button } from "@mantine/core";
import { IconCopy } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** Puts a text into the clipboard and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const words = useWords("session");
  const toast = useToast();
  const handleClick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ text: words("factors.copied") });
    } catch {
      // A browser may forbid it; the text stands beside the button.
      toast({ variant: "warning", text: words("factors.notCopied") });
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconCopy size={16} aria-hidden="true" />}
      onClick={() => void handleClick()}
    >
      {label}
    </Button>
  );
}
