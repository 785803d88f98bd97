import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import type { RowScope } from "#base/grants.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { useMissingText } from "#features/access/users/rights/web/useMissingText.ts";
import classes from "#features/access/users/rights/web/UserRights.module.css";
import { useRightsChange } from "#features/access/users/rights/web/useRightsChange.ts";
import { UserScopes } from "#features/access/users/rights/web/UserScopes.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type ScopesDialogProps = { readonly user: User; readonly onClose: () => void };

/** Binds a person to more. */
export function ScopesDialog({ user, onClose }: ScopesDialogProps) {
  const t = useMessages("users");
  const shellMessages = useMessages();
  const missingText = useMissingText();
  const [chosen, setChosen] = useState<readonly RowScope[]>([]);
  const { change, error, isPending } = useRightsChange(user);
  const handleBind = async () => {
    if (await change({ bind: [...chosen] }, t("scopes.bound"))) onClose();
  };
  return (
    <Dialog
      isOpen
      title={t("scopes.bindTitle", { name: user.name })}
      widthPx={640}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button disabled={chosen.length === 0} loading={isPending} onClick={() => void handleBind()}>
            {t("scopes.bind")}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <UserScopes value={chosen} onChange={setChosen} />
        {error && (
          <Alert color="red" role="alert">
            {missingText(error)}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}
