import {
  isList,
  layoutOptions,
  type LayoutSettings,
  layoutSettingsOf,
  type Options,
  otherOptions,
} from "#web/settings/layoutSettings.ts";
import { recordOf, type StoredSettings } from "#web/settings/settings.ts";

/** A change of every setting to its default. */
export const allDefaults = (): StoredSettings => layoutSettingsOf({});

/** What of these settings differs from the defaults, and so is stored. */
export function layoutDifferences({ layout, direction, ...others }: LayoutSettings): StoredSettings {
  const config = differences(layoutOptions[layout.style], layout.config);
  const { style } = layout;
  return {
    ...differences(otherOptions, others),
    ...(direction === null ? {} : { direction }),
    ...(style === "layout1" && isEmpty(config) ? {} : { layout: { style, ...(isEmpty(config) ? {} : { config }) } }),
  };
}

function differences(options: Options, values: StoredSettings): StoredSettings {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, allowed]) => {
      if (isList(allowed)) return values[name] === allowed[0] ? [] : [[name, values[name]]];
      const inner = differences(allowed, recordOf(values[name]));
      return isEmpty(inner) ? [] : [[name, inner]];
    }),
  );
}

const isEmpty = (values: StoredSettings) => Object.keys(values).length === 0;
