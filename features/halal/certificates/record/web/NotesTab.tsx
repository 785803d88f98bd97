import { certificates } from "#features/halal/certificates/contract.ts";
import { certificateNotes, noteLimits } from "#features/halal/certificates/record/contract/notes.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import classes from "#features/halal/certificates/validity/web/ImpactTab.module.css";
import { NotesPanel } from "#web/record/NotesPanel.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Notes of colleagues about a certificate, in any of its states. */
export function NotesTab({ certificate: { id } }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  return (
    <div className={classes.part}>
      <NotesPanel
        operations={certificateNotes}
        id={id}
        activity={certificates.activity}
        textMax={noteLimits.textMax}
        t={t}
      />
    </div>
  );
}
