import { ActionIcon, Button, Menu } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { retailers } from "#features/retailers/contract.ts";
import { type Retailer, retailerLimits, type Transition } from "#features/retailers/contract/records.ts";
import { type RetailerVerb, verbOf } from "#features/retailers/rules.ts";
import { useRetailerSteps } from "#features/retailers/web/useRetailerSteps.ts";
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

const icons: Readonly<Record<RetailerVerb, typeof IconCheck>> = {
  submit: IconSend,
  approve: IconCheck,
  ask_changes: IconArrowBackUp,
  reject: IconX,
  suspend: IconPlayerPause,
  reactivate: IconPlayerPlay,
  close: IconArchive,
};

const StepDialog = lazy(() =>
  import("#features/retailers/web/StepDialog.tsx").then((module) => ({ default: module.StepDialog })),
);

/** What leads a retailer on to consumers is the main thing to do. */
const leading: ReadonlySet<RetailerVerb> = new Set(["submit", "approve", "reactivate"]);
/** What others rest on: it is shown what follows before it is done. */
const felt: ReadonlySet<RetailerVerb> = new Set(["suspend", "close"]);

/** What may happen to a retailer now: its next steps, and what is seldom done in a menu. */
export function RetailerSteps({ retailer }: { readonly retailer: Retailer }) {
  const t = useWords("retailers");
  const can = useCan();
  const steps = useRetailerSteps(retailer);
  const [asked, setAsked] = useState<Transition | null>(null);
  const verb = (transition: Transition) => verbOf(retailer.status, transition.to);
  const ordered = [...retailer.allowedTransitions].sort(
    (one, other) => Number(leading.has(verb(one))) - Number(leading.has(verb(other))),
  );
  const handleStep = (transition: Transition) => {
    if (transition.needsReason || felt.has(verb(transition))) setAsked(transition);
    else void steps.take({ to: transition.to });
  };
  return (
    <>
      {can(retailers.changeStatus) &&
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
      <FurtherActions retailer={retailer} onRemove={() => void steps.remove()} />
      <Suspense>
        {asked && (
          <StepDialog
            retailer={retailer}
            to={asked.to}
            verb={verb(asked)}
            reasonMax={asked.needsReason ? retailerLimits.statusReasonMax : 0}
            showsImpact={felt.has(verb(asked))}
            isPending={steps.pendingTo !== null}
            error={steps.error}
            onConfirm={(how) => void steps.take({ to: asked.to, ...how }).then((isDone) => isDone && setAsked(null))}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function FurtherActions({ retailer, onRemove }: { readonly retailer: Retailer; readonly onRemove: () => void }) {
  const t = useWords("retailers");
  const shellWords = useWords();
  const can = useCan();
  const router = useRouter();
  if (!can(retailers.create) && !can(retailers.remove)) return null;
  const duplicate = () => void router.navigate({ to: "/apps/retailer/retailers/new", search: { copyOf: retailer.id } });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="var(--control)" aria-label={shellWords("buttons.more")}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can(retailers.create) && (
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={duplicate}>
            {t("rowLinks.duplicate")}
          </Menu.Item>
        )}
        {can(retailers.remove) && retailer.status === "draft" && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
            {shellWords("buttons.delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
