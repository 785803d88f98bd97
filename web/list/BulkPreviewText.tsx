import type { BulkPreview } from "#base/bulk.ts";
import { formatNumber } from "#web/formats.ts";
import { Consequences } from "#web/impact/Consequences.tsx";
import type { BulkAction } from "#web/list/bulk.ts";
import classes from "#web/list/BulkPreviewText.module.css";
import type { CellContext } from "#web/list/defineList.ts";
import { IconAlertTriangle, IconCircleCheck } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type BulkPreviewTextProps = {
  readonly preview: BulkPreview;
  readonly action: BulkAction;
  readonly context: CellContext;
};

/**
 * A preview in words: how many records would change, how many would not and why, with some names each, and the impact
 * on other areas.
 */
export function BulkPreviewText({ preview, action, context }: BulkPreviewTextProps) {
  const messages = useMessages("list");
  const { language, t } = context;
  const counted = (count: number) => ({ count, figure: formatNumber(language, count) });
  const { consequences } = preview;
  return (
    <>
      <ul className={classes.groups}>
        <li className={classes.group}>
          <IconCircleCheck size={18} className={classes.good} aria-hidden />
          <div>
            <p className={classes.lead}>{t(`bulk.${action.id}.will`, counted(preview.changing))}</p>
            <Names names={preview.examples} count={preview.changing} context={context} />
          </div>
        </li>
        {preview.leftOut.map(({ code, count, examples }) => (
          <li key={code} className={classes.group}>
            <IconAlertTriangle size={18} className={classes.odd} aria-hidden />
            <div>
              <p className={classes.lead}>
                {messages("stays", counted(count))} {t(`bulk.leftOut.${code}`)}
              </p>
              <Names names={examples} count={count} context={context} />
            </div>
          </li>
        ))}
      </ul>
      {action.Summary && preview.changing > 0 && <action.Summary preview={preview} />}
      {consequences !== null && preview.changing > 0 && <Consequences consequences={consequences} />}
    </>
  );
}

type NamesProps = {
  readonly names: BulkPreview["examples"];
  readonly count: number;
  readonly context: CellContext;
};

function Names({ names, count, context }: NamesProps) {
  const messages = useMessages("list");
  const others = count - names.length;
  return (
    <p className={classes.names}>
      {names.map(({ id, label }, index) => (
        <span key={id}>
          {index > 0 && messages("comma")}
          <bdi>{label}</bdi>
        </span>
      ))}
      {others > 0 && ` ${messages("andMore", { count: others, figure: formatNumber(context.language, others) })}`}
    </p>
  );
}
