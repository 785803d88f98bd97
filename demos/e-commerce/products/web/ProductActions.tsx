import { Button } from "@mantine/core";
import { type ShopProduct, shopProductLifecycle, shopProducts } from "#demos/e-commerce/products/contract.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconArchive, IconArrowBackUp, IconEye, IconEyeOff } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const { list, countByStatus, get, activity } = shopProducts;
const icons = { activate: IconEye, deactivate: IconEyeOff, archive: IconArchive, reopen: IconArrowBackUp };

/** The transitions of a product. A refusal says why it can't be active. */
export function ProductActions({ record }: { readonly record: ShopProduct }) {
  const t = useMessages("shopProducts");
  const language = useLanguage();
  const can = useCan();
  const toast = useToast();
  const change = useWrite(shopProducts.changeStatus, { refreshes: [list, countByStatus, get, activity] });
  if (!can(shopProducts.changeStatus)) return null;
  const { id, version, name, nameI18n } = record;
  return shopProductLifecycle.from(record).map(({ action, to }) => {
    const Icon = icons[action];
    const handleClick = () =>
      change.mutate(
        { id, version, to },
        {
          onSuccess: () => toast({ text: t(`steps.${action}.done`, { name: nameI18n[language] ?? name }) }),
          onError: (error) => toast({ variant: "error", text: textOf(error) }),
        },
      );
    return (
      <Button
        key={action}
        variant={action === "activate" ? "filled" : "default"}
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
        loading={change.isPending && change.variables.to === to}
        onClick={handleClick}
      >
        {t(`steps.${action}.button`)}
      </Button>
    );
  });
}
