import { permissions } from "#features/access/permissions/contract.ts";
import { WhyPanel } from "#features/access/roles/web/WhyPanel.tsx";
import classes from "#features/access/roles/web/WhyScreen.module.css";
import { commonRefusals } from "#base/refusal.ts";
import { useCan } from "#web/session.tsx";
import { Page } from "#web/ui/Page.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The explanation of a permission on a page of its own, so that users can share its URL. */
export function WhyScreen() {
  const t = useMessages("roles");
  const can = useCan();
  // As the router does for every screen that has an operation.
  if (!can(permissions.explain)) throw commonRefusals.permission_denied();
  return (
    <Page
      title={t("why.title")}
      breadcrumbs={[{ title: t("title"), to: "/apps/role/roles" }, { title: t("why.title") }]}
      lead={t("why.lead")}
    >
      <div className={classes.card}>
        <WhyPanel onClose={null} />
      </div>
    </Page>
  );
}
