import { Button } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { academyExtras } from "#demos/academy/contract.ts";
import styles from "#demos/academy/web/Academy.module.css";
import { formatLongDate } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconCertificate, IconPrinter } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** A certificate of completion, to print and to verify. */
export function CertificateScreen() {
  const t = useMessages("academy");
  const language = useLanguage();
  const { number = "" }: { number?: string } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useRead(academyExtras.certificate, { number });
  return (
    <Page
      title={t("certificate.title")}
      actions={
        data && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            onClick={() => globalThis.print()}
          >
            {t("certificate.print")}
          </Button>
        )
      }
    >
      {data ? (
        <article className={styles.certificate}>
          <IconCertificate size={48} aria-hidden="true" />
          <p>{t("certificate.states")}</p>
          <h2>
            <bdi>{data.name}</bdi>
          </h2>
          <p>{t("certificate.finished")}</p>
          <h3 dir="auto">{(language === "ar" && data.titleAr) || data.title}</h3>
          <p>{t("certificate.on", { day: formatLongDate(language, data.finishedAt) })}</p>
          <p className={styles.quiet}>
            {t("certificate.number")} <bdi dir="ltr">{data.number}</bdi>
          </p>
        </article>
      ) : error ? (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} rowPx={48} />
      )}
    </Page>
  );
}
