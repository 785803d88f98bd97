import { Button, NativeSelect } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { isDay } from "#base/days.ts";
import { academyExtras } from "#demos/academy/contract.ts";
import styles from "#demos/academy/web/Academy.module.css";
import { DateField } from "#web/dates/DateField.tsx";
import { formatDate } from "#web/formats.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconTrash } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The roles that have to finish a course, each with its last day. */
export function AssignDialog({ courseId, onClose }: { readonly courseId: string; readonly onClose: () => void }) {
  const t = useMessages("academy");
  const language = useLanguage();
  const { data } = useRead(academyExtras.listAssignments, { id: courseId });
  const assign = useWrite(academyExtras.assign, {
    refreshes: [academyExtras.listAssignments, academyExtras.list, academyExtras.read, academyExtras.report],
  });
  const [role, setRole] = useState("");
  const [day, setDay] = useState<string | null>(null);
  const titleOf = (code: string) => {
    const found = data?.roles.find((each) => each.code === code);
    return (language === "ar" ? found?.titleAr : found?.title) ?? code;
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (role !== "" && isDay(day)) assign.mutate({ courseId, roleCode: role, dueOn: day });
  };
  return (
    <Dialog title={t("assign.title")} isOpen onClose={onClose} widthPx={520}>
      <ul className={styles.assignments}>
        {data?.assignments.map(({ roleCode, dueOn }) => (
          <li key={roleCode}>
            <bdi>{titleOf(roleCode)}</bdi>
            <span className={styles.quiet}>{t("due", { day: formatDate(language, dueOn) })}</span>
            <IconButton
              label={t("assign.end", { role: titleOf(roleCode) })}
              onClick={() => assign.mutate({ courseId, roleCode, dueOn: null })}
            >
              <IconTrash size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <form className={styles.assign} onSubmit={handleSubmit}>
        <NativeSelect
          label={t("assign.role")}
          value={role}
          data={[
            { value: "", label: "" },
            ...(data?.roles ?? []).map(({ code }) => ({ value: code, label: titleOf(code) })),
          ]}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
        <DateField label={t("assign.day")} required withAsterisk={false} value={day} onChange={setDay} />
        <Button type="submit" loading={assign.isPending}>
          {t("assign.confirm")}
        </Button>
      </form>
      {assign.error && (
        <p role="alert" className={styles.problem}>
          {textOf(assign.error)}
        </p>
      )}
    </Dialog>
  );
}
