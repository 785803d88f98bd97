type Child = Node | string | null | false;
type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;

/** An element with attributes, event handlers (`onclick`) and children. Text never becomes markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}
