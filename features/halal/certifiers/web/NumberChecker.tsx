import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import {
  fitsPattern,
  patternProblem,
  registryLink,
  templateProblem,
} from "#features/halal/certifiers/contract/numbers.ts";
import type { CertifierInput } from "#features/halal/certifiers/fields.ts";
import classes from "#features/halal/certifiers/web/NumberChecker.module.css";
import { IconAlertTriangle, IconCircleCheck } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** Tries a number: whether it fits the pattern as it is typed, and where the link into the registry would lead. */
export function NumberChecker() {
  const t = useMessages("certifiers");
  const pattern = useWatch<CertifierInput, "certificateNoPattern">({ name: "certificateNoPattern" });
  const template = useWatch<CertifierInput, "registryLookupTemplate">({ name: "registryLookupTemplate" });
  const [number, setNumber] = useState("");
  const trial = number.trim();
  const canTry = pattern !== null && patternProblem(pattern) === null;
  const isFitting = canTry && fitsPattern(pattern, trial);
  const link = template !== null && templateProblem(template) === null ? registryLink(template, trial || "…") : null;
  return (
    <div className={classes.trial}>
      <TextInput
        label={t("trial.label")}
        dir="ltr"
        value={number}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
      />
      <div role="status" className={classes.answer}>
        {trial !== "" && canTry && (
          <span data-fits={isFitting || undefined}>
            {isFitting ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
            {t(isFitting ? "trial.fits" : "trial.differs")}
          </span>
        )}
        {link !== null && (
          <span>
            {t("trial.link")} <bdi dir="ltr">{link}</bdi>
          </span>
        )}
      </div>
    </div>
  );
}
