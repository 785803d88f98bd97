import { Menu } from "@mantine/core";
import { certifiers } from "#features/certifiers/contract.ts";
import type { Body } from "#features/certifiers/contract/bodies.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconArchive, IconArrowBackUp } from "#web/ui/icons.ts";
import { MoreMenu } from "#web/ui/MoreMenu.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** What is seldom done with a certifying body. */
export function BodySteps({ body }: { readonly body: Body }) {
  const t = useWords("certifiers");
  const can = useCan();
  const toast = useToast();
  const change = useWrite(certifiers.changeStatus, {
    refreshes: [certifiers.list, certifiers.get, certifiers.activity],
  });
  if (!can(certifiers.changeStatus)) return null;
  const isLiving = body.status === "active";
  const handleChange = () =>
    change.mutate(
      { id: body.id, version: body.version, to: isLiving ? "archived" : "active" },
      {
        onSuccess: () => toast({ text: t(isLiving ? "archived" : "restored", { name: body.acronym }) }),
        onError: (error) => toast({ variant: "warning", text: textOf(error) }),
      },
    );
  return (
    <MoreMenu>
      <Menu.Item
        leftSection={isLiving ? <IconArchive size={16} aria-hidden /> : <IconArrowBackUp size={16} aria-hidden />}
        onClick={handleChange}
      >
        {t(isLiving ? "archive" : "restore")}
      </Menu.Item>
    </MoreMenu>
  );
}
