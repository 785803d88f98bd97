import { BulkBar } from "#web/list/BulkBar.tsx";
import classes from "#web/list/PhoneSelection.module.css";
import type { ListRow } from "#web/list/defineList.ts";
import { useBulkActions } from "#web/list/useBulkActions.tsx";
import type { StartExport } from "#web/list/useExport.ts";
import type { ListModel } from "#web/list/useList.ts";
import { useSelectedExport } from "#web/list/useSelectedExport.ts";

export type PhoneSelectionProps<Row extends ListRow> = {
  readonly model: ListModel<Row>;
  readonly onExport: StartExport;
  readonly onEnd: () => void;
};

/** The actions for the selected cards, at the bottom of a phone screen. */
export function PhoneSelection<Row extends ListRow>({ model, onExport, onEnd }: PhoneSelectionProps<Row>) {
  const { ticks, total, context } = model;
  const { actions, ask, dialog } = useBulkActions(model);
  const exportSelected = useSelectedExport(model, onExport);
  const handleClear = () => {
    ticks.clear();
    onEnd();
  };
  return (
    <>
      <div className={classes.room} />
      <BulkBar
        selection={ticks.selection}
        total={total}
        actions={actions}
        onAction={(action) => ask(action)}
        onSelectMatching={ticks.selectMatching}
        onExport={exportSelected}
        onClear={handleClear}
        context={context}
      />
      {dialog}
    </>
  );
}
