import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import type { LocationInput } from "#features/retail/retailers/locations/contract.ts";
import { parseCoordinates } from "#features/retail/retailers/locations/rules.ts";
import { FieldProblem } from "#web/record/FieldProblem.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Coordinates or a map link in one piece, written to latitude and longitude. */
export function CoordinatesField() {
  const t = useMessages("retailers");
  const { setValue } = useFormContext<LocationInput>();
  const [text, setText] = useState("");
  const [isLeft, setLeft] = useState(false);
  const handleChange = (next: string) => {
    setText(next);
    setLeft(false);
    const point = parseCoordinates(next);
    if (point === null) return;
    setValue("latitude", point.latitude, { shouldDirty: true, shouldValidate: true });
    setValue("longitude", point.longitude, { shouldDirty: true, shouldValidate: true });
  };
  const isWrong = isLeft && text.trim() !== "" && parseCoordinates(text) === null;
  return (
    <div data-wide>
      <TextInput
        label={t("coordinates.paste")}
        description={t("coordinates.pasteHint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        error={isWrong && <FieldProblem>{t("coordinates.pasteWrong")}</FieldProblem>}
        dir={text === "" ? undefined : "ltr"}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => handleChange(currentTarget.value)}
        onBlur={() => setLeft(true)}
      />
    </div>
  );
}
