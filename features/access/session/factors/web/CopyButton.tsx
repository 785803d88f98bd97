import { Button } from "@mantine/core";
import { IconCopy } from "#web/ui/icons.ts";
import { copyText } from "#web/ui/copyText.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Copies a text and confirms it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const messages = useMessages("account");
  const toast = useToast();
  const handleClick = async () => {
    if (await copyText(text)) toast({ text: messages("factors.copied") });
    // The text is shown beside the button.
    else toast({ variant: "warning", text: messages("factors.notCopied") });
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
