import { Select } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { isWaiting } from "#base/approvals.ts";
import { type ApprovalRule, approvalRuleNames, approvals } from "#features/access/approvals/contract.ts";
import { changeTitle } from "#features/access/approvals/rules.ts";
import classes from "#features/access/approvals/web/RulesScreen.module.css";
import { useRead, useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** When each kind of change needs approval. */
export function RulesScreen() {
  const t = useMessages("approvals");
  const { data, error, refetch, isFetching } = useRead(approvals.rules, {});
  return (
    <Page
      title={t("rules.title")}
      lead={t("rules.lead")}
      layout="boxed"
      breadcrumbs={[{ title: t("title"), to: "/apps/approval/approvals" }, { title: t("rules.title") }]}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={3} rowPx={72} />}
      <ul className={classes.rules}>
        {data?.rows.map((rule) => (
          <RuleLine key={rule.action} rule={rule} />
        ))}
      </ul>
    </Page>
  );
}

function RuleLine({ rule: { action, rule, isNeeded, version } }: { readonly rule: ApprovalRule }) {
  const t = useMessages("approvals");
  const can = useCan();
  const toast = useToast();
  const router = useRouter();
  const change = useWrite(approvals.changeRule, { refreshes: [approvals.rules, approvals.list] });
  const title = changeTitle(action, useLanguage());
  const handleChange = (next: string | null) => {
    const wanted = approvalRuleNames.find((each) => each === next);
    if (wanted === undefined || wanted === rule) return;
    change.mutate(
      { action, version, rule: wanted },
      {
        onSuccess: (answer) => {
          if (!isWaiting(answer)) return toast({ text: t("rules.done") });
          const open = () => void router.navigate({ to: `/apps/approval/approvals/${answer.approvalId}` });
          return toast({ text: t("sent"), action: { label: t("open"), onAction: open } });
        },
        onError: (error) => toast({ variant: "error", text: textOf(error) }),
      },
    );
  };
  return (
    <li>
      <div>
        <strong>{title}</strong>
        <span>{t(isNeeded ? "rules.needed" : "rules.notNeeded")}</span>
      </div>
      <Select
        aria-label={title}
        data={approvalRuleNames.map((value) => ({ value, label: t(`rules.${value}`) }))}
        value={rule}
        disabled={!can(approvals.changeRule) || change.isPending}
        allowDeselect={false}
        onChange={handleChange}
      />
    </li>
  );
}
