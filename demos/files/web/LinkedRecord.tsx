import { Select } from "@mantine/core";
import { useState } from "react";
import type { DocumentDetails } from "#demos/files/contract.ts";
import { type LinkedResource, linkedResources } from "#demos/files/rules.ts";
import classes from "#demos/files/web/FileDetails.module.css";
import type { brands } from "#features/catalogue/brands/contract.ts";
import type { products } from "#features/catalogue/products/contract.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import { type Pickable, pickable } from "#web/list/pickable.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { useMessages } from "#web/useMessages.ts";

const sources: Readonly<Record<LinkedResource, Pickable>> = {
  brands: pickable<typeof brands.list>({
    operation: async () => (await import("#features/catalogue/brands/contract.ts")).brands.list,
    sort: "name",
    nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
    hintOf: ({ code }) => code,
  }),
  products: pickable<typeof products.list>({
    operation: async () => (await import("#features/catalogue/products/contract.ts")).products.list,
    sort: "name",
    nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
    hintOf: ({ code }) => code,
  }),
  retailers: pickable<typeof retailers.list>({
    operation: async () => (await import("#features/retail/retailers/contract.ts")).retailers.list,
    sort: "name",
    nameOf: ({ tradingName, tradingNameI18n }, language) => tradingNameI18n[language] ?? tradingName,
    hintOf: ({ code }) => code,
  }),
};

type LinkedRecordProps = {
  readonly item: DocumentDetails;
  readonly onChange: (link: { readonly resource: LinkedResource; readonly id: string } | null) => void;
};

/** The record whose readers alone may see the item. */
export function LinkedRecord({ item, onChange }: LinkedRecordProps) {
  const t = useMessages("documents");
  const [resource, setResource] = useState<LinkedResource | null>(item.linkedResource);
  return (
    <div className={classes.fields}>
      <Select
        label={t("details.linked")}
        description={t("details.linkedHint")}
        inputWrapperOrder={["label", "input", "description"]}
        clearable
        data={linkedResources.map((value) => ({ value, label: t(`linked.${value}`) }))}
        value={resource}
        onChange={(value) => {
          setResource(value);
          if (value === null && item.linkedId !== null) onChange(null);
        }}
      />
      {resource !== null && (
        <RecordPicker
          key={resource}
          label={t(`linked.${resource}`)}
          source={sources[resource]}
          nothingFound={t("empty.search")}
          value={item.linkedResource === resource ? item.linkedId : null}
          onChange={(id) => id !== null && onChange({ resource, id })}
        />
      )}
    </div>
  );
}
