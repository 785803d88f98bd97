import type { ListRow } from "#web/list/defineList.ts";
import { Pager } from "#web/list/Pager.tsx";
import type { ListModel } from "#web/list/useList.ts";

/** The pages of a list, on desktop and phone. */
export function ListPager<Row extends ListRow>({ model }: { readonly model: ListModel<Row> }) {
  const { answer, countExactly } = model;
  return (
    <Pager
      from={model.from}
      rowsCount={answer.data === undefined ? null : model.rows.length}
      total={model.total}
      limit={model.state.limit}
      onLimit={(limit) => model.change({ limit })}
      onPrevious={model.goPrevious}
      onNext={model.goNext}
      onApproachNext={model.approachNext}
      onCountExactly={() => countExactly.mutate()}
      isCounting={countExactly.isPending}
      context={model.context}
    />
  );
}
