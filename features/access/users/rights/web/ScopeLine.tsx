import { Button } from "@mantine/core";
import type { BoundScope } from "#features/access/users/contract/people.ts";
import { GrantedBy } from "#features/access/users/rights/web/GrantedBy.tsx";
import classes from "#features/access/users/rights/web/UserRights.module.css";
import { countryName } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ScopeLineProps = { readonly scope: BoundScope; readonly onUnbind: (() => void) | null };

/** One of a user's scopes. */
export function ScopeLine({ scope, onUnbind }: ScopeLineProps) {
  const t = useMessages("users");
  const language = useLanguage();
  const name = scope.kind === "country" ? countryName(language, scope.target) : (scope.label ?? t("unseenScope"));
  return (
    <li>
      <div className={classes.what}>
        <b dir="auto">{name}</b>
        <span>
          {t(`scopeKinds.${scope.kind}`)} · <GrantedBy by={scope} />
        </span>
      </div>
      {onUnbind && (
        <Button variant="default" size="xs" onClick={onUnbind} aria-label={`${t("scopes.unbind")}: ${name}`}>
          {t("scopes.unbind")}
        </Button>
      )}
    </li>
  );
}
