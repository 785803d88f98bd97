import type { ApiKey } from "#features/access/api-keys/contract.ts";
import classes from "#features/access/api-keys/web/SecretList.module.css";
import { formatDateTime } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The secrets that work now: after a renewal two, of which the old one should fall silent. */
export function SecretList({ apiKey: { secrets } }: { readonly apiKey: ApiKey }) {
  const t = useMessages("apiKeys");
  const language = useLanguage();
  if (secrets.length === 0) return null;
  return (
    <section className={classes.secrets}>
      <h2>{t("secret.all")}</h2>
      <ul>
        {secrets.map(({ prefix, createdAt, lastUsedAt, validTo }) => (
          <li key={prefix}>
            <code dir="ltr">{prefix}</code>
            <span>
              {validTo
                ? t("secret.ends", { when: formatDateTime(language, validTo) })
                : t("secret.since", { when: formatDateTime(language, createdAt) })}
            </span>
            <span>{lastUsedAt ? t("lastUsed", { when: formatDateTime(language, lastUsedAt) }) : t("neverUsed")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
