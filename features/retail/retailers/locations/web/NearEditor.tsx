import { Button, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { latinDigits } from "#base/digits.ts";
import { isNear } from "#features/retail/retailers/record/contract.ts";
import { retailerLimits } from "#features/retail/retailers/record/fields.ts";
import { LocationMap } from "#features/retail/retailers/locations/web/LocationMap.tsx";
import classes from "#features/retail/retailers/locations/web/NearEditor.module.css";
import type { WordEditorState } from "#web/list/filters.ts";
import { useMessages } from "#web/useMessages.ts";

const firstKm = "10";

/** A point, pointed at on the map or typed, and how far around it. */
export function NearEditor({ word, onChange }: WordEditorState) {
  const t = useMessages("retailers");
  const [latitude = "", longitude = "", km = firstKm] = word === "" ? [] : word.split(",");
  const [typed, setTyped] = useState({ latitude, longitude, km });
  const [isTold, setTold] = useState(false);
  const [lat, lng, radius] = [typed.latitude, typed.longitude, typed.km].map(plainNumber);
  const next = `${lat},${lng},${radius}`;
  const problem = {
    latitude: !isNear(`${lat},0,1`),
    longitude: !isNear(`0,${lng},1`),
    km: !isNear(`0,0,${radius}`),
  };
  const hasPoint = !problem.latitude && !problem.longitude;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isNear(next)) onChange(next);
    else setTold(true);
  };
  const field = (name: keyof typeof typed) => ({
    label: t(`near.${name}`),
    dir: "ltr" as const,
    autoComplete: "off",
    value: typed[name],
    error: isTold && problem[name] ? t(`near.wrong.${name}`, { most: retailerLimits.nearKmMax }) : null,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: currentTarget.value }),
  });
  return (
    <form className={classes.panel} onSubmit={handleSubmit} noValidate>
      <LocationMap
        points={hasPoint ? [{ id: "near", name: t("near.point"), latitude: Number(lat), longitude: Number(lng) }] : []}
        onPick={(north, east) => setTyped({ ...typed, latitude: String(north), longitude: String(east) })}
      />
      <div className={classes.fields}>
        <TextInput {...field("latitude")} data-autofocus />
        <TextInput {...field("longitude")} />
        <TextInput {...field("km")} inputMode="decimal" />
      </div>
      <Button type="submit" fullWidth>
        {t("near.show")}
      </Button>
    </form>
  );
}

/** With the digits and signs of other keyboards. */
const plainNumber = (text: string) => latinDigits(text).trim().replace("−", "-").replace(/[,٫]/, ".");
