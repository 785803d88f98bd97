import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { assignments } from "#features/retail/assignments/contract.ts";
import { assignmentLimits, type Change, type ChangePreview } from "#features/retail/assignments/contract/changes.ts";
import classes from "#features/retail/assignments/changes/web/PreviewBar.module.css";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { call } from "#web/call.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { textOf } from "#web/textOf.ts";
import { IconDownload } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

type PreviewBarProps = {
  readonly preview: ChangePreview;
  readonly change: Change | null;
  /** The preview is of the current selection. */
  readonly isReady: boolean;
  readonly isPending: boolean;
  /** The first day of what will be assigned, if it is still to come. */
  readonly scheduledFor: string | null;
  readonly onApply: () => void;
};

/** The numbers of the preview, and the button to apply it. At the bottom of the screen, where it covers nothing. */
export function PreviewBar({ preview, scheduledFor, change, isReady, isPending, onApply }: PreviewBarProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const file = usePreviewFile(change);
  const { create = 0, already = 0, blocked = 0 } = preview.counts;
  const figures = [
    { name: "create", count: create },
    { name: "already", count: already },
    { name: "blocked", count: blocked },
  ] as const;
  return (
    <section className={classes.bar} aria-label={t("preview")}>
      <div className={classes.meter} aria-hidden="true">
        {figures.map(
          ({ name, count }) => count > 0 && <i key={name} data-outcome={name} style={{ flexGrow: count }} />,
        )}
      </div>
      {figures.map(({ name, count }) => (
        <span key={name} className={classes.figure} data-outcome={name}>
          {name === "create" && scheduledFor !== null
            ? t("outcomes.scheduled", { day: scheduledFor })
            : t(`outcomes.${name}`)}{" "}
          <strong>{texts.figure(count)}</strong>
        </span>
      ))}
      <span className={classes.gap} />
      <Button
        variant="subtle"
        className="not-on-phone"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={file.isPending}
        onClick={() => file.mutate()}
      >
        {t("downloadPreview")}
      </Button>
      <Button disabled={!isReady || create === 0} loading={isPending} onClick={onApply} data-assign>
        {t(preview.retailers > 1 ? "assignPairs" : "assign", { count: create, figure: texts.figure(create) })}
      </Button>
    </section>
  );
}

const lineFields = ["retailerCode", "location", "gtin", "productCode", "productName", "outcome", "reasons"] as const;

/** Downloads every line of the preview as a file. */
function usePreviewFile(change: Change | null) {
  const { transport, queryClient } = useApiClient();
  const toast = useToast();
  return useMutation(
    {
      mutationFn: async () => {
        const input = { change: change!, lines: assignmentLimits.linesMax };
        const { lines } = await call(transport, assignments.preview, input);
        const rows = lines.map(({ retailer, location, product, outcome, findings }) => [
          retailer.code,
          location?.name ?? "",
          product.gtin ?? "",
          product.code,
          product.name,
          outcome,
          findings.map(({ reason, certificate }) => [reason, certificate?.code].filter(Boolean).join(" ")).join("; "),
        ]);
        const text = [lineFields, ...rows].map((cells) => cells.map(quoted).join(",")).join("\r\n");
        saveFile(new File([`\uFEFF${text}\r\n`], "assignments-preview.csv", { type: "text/csv" }));
      },
      onError: (error: Error) => void toast({ variant: "error", text: textOf(error) }),
    },
    queryClient,
  );
}

// Escaped like in api/csv.ts: cells that a spreadsheet would run get a ' in front (reliability R20).
const quoted = (text: string) =>
  `"${(/^'*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
