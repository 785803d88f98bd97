import { Button } from "@mantine/core";
import type { Explanation } from "#features/access/permissions/contract.ts";
import { permissions } from "#features/access/permissions/contract.ts";
import { WhyAnswer } from "#features/access/roles/web/WhyAnswer.tsx";
import { WhyQuestion } from "#features/access/roles/web/WhyQuestion.tsx";
import classes from "#features/access/roles/web/WhyPanel.module.css";
import { session } from "#features/access/session/contract.ts";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconEye, IconLink, IconX } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useCopying } from "#web/ui/useCopy.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useViewAs } from "#web/useViewAs.ts";
import { useMessages } from "#web/useMessages.ts";

/** Null on a page of its own, which has a heading and can't be closed. */
type WhyPanelProps = { readonly onClose: (() => void) | null };

/** Explains why a user can or can't do something: the question, the answer, and the steps that led to it. */
export function WhyPanel({ onClose }: WhyPanelProps) {
  const t = useMessages("roles");
  const shellMessages = useMessages();
  const [person, setPerson] = useSearchParam("person");
  const [permission, setPermission] = useSearchParam("permission");
  const [object, setObject] = useSearchParam("object");
  const isRequested = person !== "" && permission !== "";
  const { data, error, refetch, isFetching } = useRead(
    permissions.explain,
    { userId: person, permission, ...(object === "" ? {} : { resourceId: object }) },
    { isEnabled: isRequested },
  );
  return (
    <section className={classes.panel} aria-label={t("why.title")}>
      {onClose && (
        <header className={classes.head}>
          <h2>{t("why.title")}</h2>
          <IconButton label={shellMessages("buttons.close")} size="sm" onClick={onClose}>
            <IconX size={18} aria-hidden />
          </IconButton>
        </header>
      )}
      <WhyQuestion
        asked={{ person, permission, object }}
        personName={data?.person.name ?? null}
        onPerson={setPerson}
        onPermission={setPermission}
        onObject={setObject}
      />
      <div aria-live="polite" className={classes.answer}>
        {!isRequested ? (
          <p className={classes.hint}>{t("why.hint")}</p>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : data ? (
          <WhyAnswer explanation={data} />
        ) : (
          <SkeletonRows rows={4} rowPx={48} />
        )}
      </div>
      {data && isRequested && !error && <Foot explanation={data} />}
    </section>
  );
}

function Foot({ explanation: { person, permission, object } }: { readonly explanation: Explanation }) {
  const t = useMessages("roles");
  const can = useCan();
  const viewAs = useViewAs();
  const copyLink = useCopying();
  const copy = async () => {
    const requested = new URLSearchParams({
      person: person.userId,
      permission,
      ...(object ? { object: object.id } : {}),
    });
    await copyLink(new URL(`/apps/permission/why?${requested}`, location.href).href, t("why.copied"));
  };
  return (
    <footer className={classes.foot}>
      <div className={classes.buttons}>
        {can(session.startViewAs) && (
          <Button
            variant="default"
            leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
            loading={viewAs.isPending}
            onClick={() => void viewAs.start({ userId: person.userId })}
          >
            {t("why.viewAs", { name: person.name })}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconLink size={18} stroke={1.75} aria-hidden />}
          onClick={() => void copy()}
        >
          {t("why.copyLink")}
        </Button>
      </div>
      {can(session.startViewAs) && <p>{t("why.viewAsNote")}</p>}
    </footer>
  );
}
