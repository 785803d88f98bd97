import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { permissionTitle } from "#features/access/permissions/rules.ts";
import { permissions } from "#features/access/permissions/contract.ts";
import { QuestionChoice } from "#features/access/roles/web/QuestionChoice.tsx";
import classes from "#features/access/roles/web/WhyQuestion.module.css";
import { users } from "#features/access/users/contract.ts";
import { useRead } from "#web/operations.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type WhyInput = { readonly person: string; readonly permission: string; readonly object: string };

type WhyQuestionProps = {
  readonly asked: WhyInput;
  /** The name of the user in the question, once the answer contains it. */
  readonly personName: string | null;
  readonly onPerson: (id: string) => void;
  readonly onPermission: (permission: string) => void;
  readonly onObject: (id: string) => void;
};

const typingMs = 250;

/** The user, the permission and the record: each is searched while typing. */
export function WhyQuestion({ asked, personName, onPerson, onPermission, onObject }: WhyQuestionProps) {
  const t = useMessages("roles");
  return (
    <div className={classes.question}>
      <UserChoice id={asked.person} name={personName} onChange={onPerson} />
      <PermissionChoice
        permission={asked.permission}
        onChange={(permission) => {
          onPermission(permission);
          // A record of another resource is not valid here.
          if (permission.split(".")[0] !== asked.permission.split(".")[0]) setTimeout(() => onObject(""));
        }}
      />
      {asked.permission !== "" && (
        <ObjectChoice label={t("why.object")} permission={asked.permission} id={asked.object} onChange={onObject} />
      )}
    </div>
  );
}

function useTyped() {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  return { setTyped, search };
}

type UserChoiceProps = { readonly id: string; readonly name: string | null; readonly onChange: (id: string) => void };

function UserChoice({ id, name, onChange }: UserChoiceProps) {
  const t = useMessages("roles");
  const { search, setTyped } = useTyped();
  const { data } = useRead(users.list, { sort: "name", limit: 25, count: "none", search }, { keepsPrevious: true });
  const found = (data?.rows ?? []).map((row) => ({ value: row.id, label: row.name, note: row.email }));
  return (
    <QuestionChoice
      label={t("why.person")}
      chosen={id === "" ? null : { value: id, label: name ?? found.find(({ value }) => value === id)?.label ?? "…" }}
      found={found}
      onSearch={setTyped}
      onChange={onChange}
    />
  );
}

type PermissionChoiceProps = { readonly permission: string; readonly onChange: (permission: string) => void };

function PermissionChoice({ permission, onChange }: PermissionChoiceProps) {
  const t = useMessages("roles");
  const language = useLanguage();
  const { search, setTyped } = useTyped();
  const { data } = useRead(
    permissions.list,
    { sort: "resource", limit: 50, count: "none", search },
    { keepsPrevious: true },
  );
  const choice = (code: string) => ({ value: code, label: permissionTitle(code, language), note: code });
  return (
    <QuestionChoice
      label={t("why.action")}
      chosen={permission === "" ? null : choice(permission)}
      found={(data?.rows ?? []).map((row) => choice(row.id))}
      onSearch={setTyped}
      onChange={onChange}
    />
  );
}

type ObjectChoiceProps = {
  readonly label: string;
  readonly permission: string;
  readonly id: string;
  readonly onChange: (id: string) => void;
};

function ObjectChoice({ label, permission, id, onChange }: ObjectChoiceProps) {
  const t = useMessages("roles");
  const { search, setTyped } = useTyped();
  const { data } = useRead(permissions.objects, { permission, search }, { keepsPrevious: true });
  const { data: named } = useRead(permissions.objects, { permission, id }, { isEnabled: id !== "" });
  if (!data?.isTold) return null;
  const choice = (row: { id: string; title: string; code: string | null }) => ({
    value: row.id,
    label: row.title,
    note: row.code ?? "",
  });
  const chosen = named?.rows[0] ?? data.rows.find((row) => row.id === id);
  return (
    <QuestionChoice
      label={label}
      placeholder={t("why.anyObject")}
      isClearable
      chosen={id === "" ? null : chosen ? choice(chosen) : { value: id, label: "…" }}
      found={data.rows.map(choice)}
      onSearch={setTyped}
      onChange={onChange}
    />
  );
}
