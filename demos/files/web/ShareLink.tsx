import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { type DocumentDetails, documents } from "#demos/files/contract.ts";
import classes from "#demos/files/web/FileDetails.module.css";
import { fileReads } from "#demos/files/web/useFileActions.ts";
import { formatDateTime } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useCopying } from "#web/ui/useCopy.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const choices = [1, 7, 30];

/** A link that opens the file without an account, until it expires. Its secret is shown once. */
export function ShareLink({
  item: { id, linkExpiresAt, linkOpens, linkOpenedAt },
}: {
  readonly item: DocumentDetails;
}) {
  const t = useMessages("documents");
  const language = useLanguage();
  const toast = useToast();
  const copy = useCopying();
  const [days, setDays] = useState(7);
  const [address, setAddress] = useState<string | null>(null);
  const share = useWrite(documents.share, { refreshes: fileReads });
  const handleShare = (forDays: number) =>
    share.mutate(
      { id, days: forDays },
      {
        onSuccess: ({ secret }) =>
          setAddress(
            secret === null ? null : `${location.origin}/api/file-manager-app/x/shared/${id}?secret=${secret}`,
          ),
        onError: (error) => toast({ variant: "error", text: textOf(error) }),
      },
    );
  return (
    <section className={classes.fields}>
      <h3 className={classes.heading}>{t("link.title")}</h3>
      {linkExpiresAt !== null && (
        <p className={classes.none}>{t("link.until", { at: formatDateTime(language, linkExpiresAt) })}</p>
      )}
      {linkOpenedAt !== null && (
        <p className={classes.none}>
          {t("link.opened", { count: linkOpens, at: formatDateTime(language, linkOpenedAt) })}
        </p>
      )}
      {address !== null && (
        <>
          <TextInput readOnly dir="ltr" label={t("link.address")} value={address} />
          <Button variant="default" onClick={() => void copy(address, t("link.copied"))}>
            {t("link.copy")}
          </Button>
        </>
      )}
      <div className={classes.buttons}>
        <NativeSelect
          aria-label={t("link.days")}
          data={choices.map((each) => ({ value: `${each}`, label: t("link.forDays", { count: each }) }))}
          value={`${days}`}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        />
        <Button variant="default" loading={share.isPending} onClick={() => handleShare(days)}>
          {t(linkExpiresAt === null ? "link.create" : "link.replace")}
        </Button>
        {linkExpiresAt !== null && (
          <Button variant="default" color="red" onClick={() => handleShare(0)}>
            {t("link.remove")}
          </Button>
        )}
      </div>
    </section>
  );
}
