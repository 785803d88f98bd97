import { Button } from "@mantine/core";
import { useState } from "react";
import classes from "#web/ui/CopyLine.module.css";
import { IconCheck, IconCopy } from "#web/ui/icons.ts";
import { copyText } from "#web/ui/copyText.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type CopyLineProps = { readonly label: string; readonly text: string };

/** A text to copy. It can also be selected, for browsers that don't let a page copy. */
export function CopyLine({ label, text }: CopyLineProps) {
  const messages = useMessages();
  const [isCopied, setCopied] = useState(false);
  const layoutMessages = useMessages("layout");
  const toast = useToast();
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
    else toast({ variant: "warning", text: layoutMessages("notCopiedHere") });
  };
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <div className={classes.line}>
      <div className={classes.head}>
        <span>{label}</span>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon size={16} aria-hidden />}
          aria-label={`${messages("buttons.copy")}: ${label}`}
          onClick={() => void copy()}
        >
          {isCopied ? messages("copied") : messages("buttons.copy")}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so it needs the focus */}
      <code dir="ltr" tabIndex={0}>
        {text}
      </code>
      <span role="status" className="hidden-visually">
        {isCopied ? messages("copied") : ""}
      </span>
    </div>
  );
}
