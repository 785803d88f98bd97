import { ActionIcon, Button, Menu } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { type Brand, brandLimits, brands, type Transition } from "#features/brands/contract.ts";
import { type BrandVerb, verbOf } from "#features/brands/rules.ts";
import { useBrandSteps } from "#features/brands/web/useBrandSteps.ts";
import { useCan } from "#web/session.tsx";
import {
  IconArchive,
  IconArrowBackUp,
  IconCheck,
  IconCopy,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
  IconX,
} from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

const icons: Readonly<Record<BrandVerb, typeof IconCheck>> = {
  submit: IconSend,
  approve: IconCheck,
  reject: IconX,
  suspend: IconPlayerPause,
  reactivate: IconPlayerPlay,
  reopen: IconArrowBackUp,
  archive: IconArchive,
};

const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);

/** What leads a brand on to consumers is the main thing to do. */
const leading: ReadonlySet<BrandVerb> = new Set(["submit", "approve", "reactivate"]);

/** What may happen to a brand now: its next steps, and what is seldom done in a menu. */
export function BrandSteps({ brand }: { readonly brand: Brand }) {
  const t = useWords("brands");
  const can = useCan();
  const steps = useBrandSteps(brand);
  const [asked, setAsked] = useState<Transition | null>(null);
  const verb = (transition: Transition) => verbOf(brand.status, transition.to);
  const ordered = [...brand.allowedTransitions].sort(
    (one, other) => Number(leading.has(verb(one))) - Number(leading.has(verb(other))),
  );
  const handleStep = (transition: Transition) => {
    if (transition.needsReason) setAsked(transition);
    else void steps.take(transition.to);
  };
  return (
    <>
      {can(brands.changeStatus) &&
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
      <FurtherActions brand={brand} onRemove={() => void steps.remove()} />
      <Suspense>
        {asked && (
          <ReasonDialog
            title={t(`steps.${verb(asked)}.title`, { name: brand.name })}
            text={t(`steps.${verb(asked)}.text`)}
            confirmLabel={t(`steps.${verb(asked)}.confirm`)}
            reasonMax={brandLimits.statusReasonMax}
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

function FurtherActions({ brand, onRemove }: { readonly brand: Brand; readonly onRemove: () => void }) {
  const t = useWords("brands");
  const shellWords = useWords();
  const can = useCan();
  const router = useRouter();
  const duplicate = () => void router.navigate({ to: "/apps/brand/brands/new", search: { copyOf: brand.id } });
  if (!can(brands.create) && !can(brands.remove)) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="var(--control)" aria-label={shellWords("buttons.more")}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can(brands.create) && (
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={duplicate}>
            {t("rowLinks.duplicate")}
          </Menu.Item>
        )}
        {can(brands.remove) && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
            {shellWords("buttons.delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
