import { ActionIcon, Button, Menu } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { products } from "#features/products/contract.ts";
import { type Product, productLimits, type ProductTransition } from "#features/products/contract/product.ts";
import { type ProductVerb, verbOf } from "#features/products/rules.ts";
import { useProductSteps } from "#features/products/web/useProductSteps.ts";
import { useCan } from "#web/session.tsx";
import {
  IconArchive,
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconSend,
  IconTrash,
} from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

const icons: Readonly<Record<ProductVerb, typeof IconSend>> = {
  submit: IconSend,
  send_back: IconArrowBackUp,
  publish: IconEye,
  unpublish: IconEyeOff,
  republish: IconEye,
  archive: IconArchive,
};

const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);

/** What leads a product on to consumers is the main thing to do. */
const leading: ReadonlySet<ProductVerb> = new Set(["submit", "publish", "republish"]);

/** What may happen to a product now: its next steps, and what is seldom done in a menu. */
export function ProductSteps({ product }: { readonly product: Product }) {
  const t = useWords("products");
  const can = useCan();
  const steps = useProductSteps(product);
  const [asked, setAsked] = useState<ProductTransition | null>(null);
  const verb = (transition: ProductTransition) => verbOf(product.status, transition.to);
  const ordered = [...product.allowedTransitions].sort(
    (one, other) => Number(leading.has(verb(one))) - Number(leading.has(verb(other))),
  );
  const handleStep = (transition: ProductTransition) => {
    if (transition.needsReason) setAsked(transition);
    else void steps.take(transition.to);
  };
  return (
    <>
      {can(products.changeStatus) &&
        ordered.map((transition) => {
          const Icon = icons[verb(transition)];
          return (
            <Button
              key={transition.to}
              variant={leading.has(verb(transition)) ? "filled" : "default"}
              disabled={!transition.isAllowed}
              title={transition.blockers.map((blocker) => t(`blockers.${blocker}`)).join(" · ")}
              loading={steps.pendingTo === transition.to}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              onClick={() => handleStep(transition)}
            >
              {t(`steps.${verb(transition)}.button`)}
            </Button>
          );
        })}
      <FurtherActions product={product} onRemove={() => void steps.remove()} />
      <Suspense>
        {asked && (
          <ReasonDialog
            title={t(`steps.${verb(asked)}.title`, { name: product.name })}
            text={t(`steps.${verb(asked)}.text`)}
            confirmLabel={t(`steps.${verb(asked)}.confirm`)}
            reasonMax={productLimits.statusReasonMax}
            isPending={steps.pendingTo !== null}
            error={steps.error}
            onConfirm={(reason) => void steps.take(asked.to, reason).then((isDone) => isDone && setAsked(null))}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function FurtherActions({ product, onRemove }: { readonly product: Product; readonly onRemove: () => void }) {
  const t = useWords("products");
  const shellWords = useWords();
  const can = useCan();
  const router = useRouter();
  const duplicate = () =>
    void router.navigate({ to: "/apps/brand-product/brand-products/new", search: { copyOf: product.id } });
  if (!can(products.create) && !can(products.remove)) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="var(--control)" aria-label={shellWords("buttons.more")}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can(products.create) && (
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={duplicate}>
            {t("rowLinks.duplicate")}
          </Menu.Item>
        )}
        {can(products.remove) && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
            {shellWords("buttons.delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
