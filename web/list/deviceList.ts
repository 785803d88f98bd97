import type { ReactNode } from "react";
import type { ListRow } from "#web/list/defineList.ts";
import type { DesktopListProps } from "#web/list/DesktopList.tsx";
import type { PhoneListProps } from "#web/list/PhoneList.tsx";
import { phoneQuery } from "#web/ui/useMediaQuery.ts";

type DesktopListComponent = <Row extends ListRow>(props: DesktopListProps<Row>) => ReactNode;
type Phone = <Row extends ListRow>(props: PhoneListProps<Row>) => ReactNode;

const loaded: { desk?: DesktopListComponent; phone?: Phone } = {};

export const loadDesktopList = async (): Promise<{ default: DesktopListComponent }> => {
  const { DesktopList } = await import("#web/list/DesktopList.tsx");
  loaded.desk = DesktopList;
  return { default: DesktopList };
};

export const loadPhone = async (): Promise<{ default: Phone }> => {
  const { PhoneList } = await import("#web/list/PhoneList.tsx");
  loaded.phone = PhoneList;
  return { default: PhoneList };
};

/** Desktops need the table and phones the cards, and few users need both. Loads the one for this device. */
export const loadDeviceList = (): Promise<unknown> =>
  matchMedia(phoneQuery).matches ? loadPhone() : loadDesktopList();

/** The parts that are already loaded, so that the first render of a list can draw them. */
export const deviceLists = (): Readonly<typeof loaded> => loaded;
