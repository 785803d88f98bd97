import { type Retailer, retailers } from "#features/retail/retailers/contract.ts";
import { noteLimits, retailerNotes } from "#features/retail/retailers/notes/contract.ts";
import classes from "#features/retail/retailers/record/web/Tab.module.css";
import { NotesPanel } from "#web/record/NotesPanel.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Notes of colleagues about a retailer. */
export function NotesTab({ retailer: { id } }: { readonly retailer: Retailer }) {
  const t = useMessages("retailers");
  return (
    <div className={classes.part}>
      <NotesPanel operations={retailerNotes} id={id} activity={retailers.activity} textMax={noteLimits.textMax} t={t} />
    </div>
  );
}
