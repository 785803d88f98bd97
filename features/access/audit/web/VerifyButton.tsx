import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { audit } from "#features/access/audit/contract.ts";
import { useCan } from "#web/session.tsx";
import { IconLink } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const VerifyDialog = lazy(() =>
  import("#features/access/audit/web/VerifyDialog.tsx").then((module) => ({ default: module.VerifyDialog })),
);

/** Starts a verification of the whole chain. */
export function VerifyButton() {
  const t = useMessages("audit");
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  if (!can(audit.verify)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLink size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("verify.button")}
      </Button>
      <Suspense>{isOpen && <VerifyDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
