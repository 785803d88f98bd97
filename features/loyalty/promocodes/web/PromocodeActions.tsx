import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { type Promocode, promocodes } from "#features/loyalty/promocodes/contract.ts";
import { promocodeLimits } from "#features/loyalty/promocodes/fields.ts";
import { promocodeLifecycle } from "#features/loyalty/promocodes/lifecycle.ts";
import { useWrite } from "#web/operations.ts";
import { RecordActionButtons } from "#web/record/RecordActionButtons.tsx";
import { useCan } from "#web/session.tsx";
import {
  IconArchive,
  IconArrowBackUp,
  IconCheck,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
} from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);

type Action = NonNullable<ReturnType<typeof promocodeLifecycle.find>>["action"];

const icons: Readonly<Record<Action, typeof IconCheck>> = {
  submit: IconSend,
  approve: IconCheck,
  sendBack: IconArrowBackUp,
  revise: IconPencil,
  archive: IconArchive,
};
const leading: ReadonlySet<Action> = new Set(["submit", "approve"]);
const refreshes = [promocodes.list, promocodes.countByStatus, promocodes.get, promocodes.activity] as const;

/** The transitions of a promocode, its pause, and its rare actions in a menu. */
export function PromocodeActions({ record }: { readonly record: Promocode }) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  const named = record.nameI18n[language] ?? record.name;
  return (
    <>
      <PauseButton record={record} named={named} />
      <RecordActionButtons
        record={record}
        named={named}
        path="/apps/promocode/promocodes"
        t={t}
        verbOf={(to) => promocodeLifecycle.actionTo(record, to)}
        icons={icons}
        leading={leading}
        operations={promocodes}
        refreshes={refreshes}
        reasonMax={promocodeLimits.reasonMax}
        final="archived"
        withImpact={{ preview: promocodes.get, hasImpact: () => false }}
      />
    </>
  );
}

type PauseButtonProps = { readonly record: Promocode; readonly named: string };

/** Pauses what is live, or resumes it, with a reason. */
function PauseButton({ record, named }: PauseButtonProps) {
  const t = useMessages("promocodes");
  const can = useCan();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const pause = useWrite(promocodes.pause, { refreshes });
  const resume = useWrite(promocodes.resume, { refreshes });
  if (record.liveVersion === null || record.status === "archived" || !can(promocodes.pause)) return null;
  const isPaused = record.pauseSource !== null;
  const verb = isPaused ? "resume" : "pause";
  const write = isPaused ? resume : pause;
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  const handleConfirm = (reason: string) => {
    const outcome = {
      onSuccess: () => {
        setAsking(false);
        toast({ text: t(`steps.${verb}.done`, { name: named }) });
      },
    };
    const at = { id: record.id, version: record.version, reason };
    if (isPaused) resume.mutate(at, outcome);
    else pause.mutate({ ...at, source: "manual" }, outcome);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t(`steps.${verb}.button`)}
      </Button>
      <Suspense>
        {isAsking && (
          <ReasonDialog
            title={t(`steps.${verb}.title`, { name: named })}
            text={t(`steps.${verb}.text`)}
            confirmLabel={t(`steps.${verb}.confirm`)}
            reasonMax={promocodeLimits.reasonMax}
            isPending={write.isPending}
            error={write.error}
            onConfirm={handleConfirm}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}
