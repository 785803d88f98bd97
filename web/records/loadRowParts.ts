import { loadRecordMessages } from "#web/record/withRecordMessages.ts";

/** The preview and the editor of a row. */
export async function loadRowParts() {
  const [{ recordPreview }, { rowEditForm }] = await Promise.all([
    import("#web/records/RecordPreview.tsx"),
    import("#web/records/RowEditForm.tsx"),
    loadRecordMessages(),
  ]);
  return { recordPreview, rowEditForm };
}
