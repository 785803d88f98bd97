import { Button } from "@mantine/core";
import { type RetailerType, retailerTypes } from "#features/retailerTypes/contract.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconArchive, IconArrowBackUp } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useLanguage, useWords } from "#web/useWords.ts";

const refreshes = [retailerTypes.list, retailerTypes.countByStatus, retailerTypes.get, retailerTypes.activity];

/** Archives a type, or brings it back. That retailers use it is told by the refusal, with how many. */
export function TypeSteps({ type }: { readonly type: RetailerType }) {
  const t = useWords("retailerTypes");
  const language = useLanguage();
  const can = useCan();
  const toast = useToast();
  const confirm = useConfirm();
  const change = useWrite(retailerTypes.archive, { refreshes });
  if (!can(retailerTypes.archive)) return null;
  const name = type.nameI18n[language] ?? type.name;
  const isArchived = type.status === "archived";
  const verb = isArchived ? "reopen" : "archive";
  const handleStep = async () => {
    const question = {
      title: t("steps.archive.title", { name }),
      text: t("steps.archive.text"),
      confirmLabel: t("steps.archive.confirm"),
    };
    if (!isArchived && !(await confirm(question))) return;
    change.mutate(
      { id: type.id, version: type.version, to: isArchived ? "active" : "archived" },
      {
        onSuccess: () => toast({ text: t(`steps.${verb}.done`, { name }) }),
        onError: (error) => toast({ variant: "error", text: textOf(error) }),
      },
    );
  };
  const Icon = isArchived ? IconArrowBackUp : IconArchive;
  return (
    <Button
      variant="default"
      loading={change.isPending}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      onClick={() => void handleStep()}
    >
      {t(`steps.${verb}.button`)}
    </Button>
  );
}
