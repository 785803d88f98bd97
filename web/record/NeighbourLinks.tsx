import { formatNumber } from "#web/formats.ts";
import { type ListMemory, useListMemories } from "#web/list/listMemory.ts";
import { totalText } from "#web/list/thingsText.ts";
import { useNeighbours } from "#web/list/useNeighbours.ts";
import classes from "#web/record/NeighbourLinks.module.css";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconChevronLeft, IconChevronRight } from "#web/ui/icons.ts";
import { useKeys } from "#web/ui/useKeys.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type NeighbourLinksProps = { readonly listName: string; readonly id: string };

/** Links to the records before and after in the filtered list. Empty if the user did not come from the list. */
export function NeighbourLinks({ listName, id }: NeighbourLinksProps) {
  const memory = useListMemories().lists.get(listName);
  return memory && <LinksWithin memory={memory} id={id} />;
}

function LinksWithin({ memory, id }: { readonly memory: ListMemory; readonly id: string }) {
  const messages = useMessages("record");
  const language = useLanguage();
  const neighbours = useNeighbours(memory, id);
  useKeys(
    [
      { keys: "j", label: messages("nextRecord"), onKey: () => neighbours?.onNext?.() },
      { keys: "k", label: messages("previousRecord"), onKey: () => neighbours?.onPrevious?.() },
    ],
    neighbours !== null,
  );
  if (neighbours === null) return null;
  const { place, total, onNext, onPrevious } = neighbours;
  return (
    <div className={classes.links}>
      <span>
        {total === null
          ? formatNumber(language, place)
          : messages("placeOf", { place: formatNumber(language, place), total: totalText(total, language) })}
      </span>
      <IconButton
        size="sm"
        label={messages("previousRecord")}
        disabled={onPrevious === null}
        onClick={() => onPrevious?.()}
      >
        <IconChevronLeft size={18} className="flip" aria-hidden />
      </IconButton>
      <IconButton size="sm" label={messages("nextRecord")} disabled={onNext === null} onClick={() => onNext?.()}>
        <IconChevronRight size={18} className="flip" aria-hidden />
      </IconButton>
    </div>
  );
}
