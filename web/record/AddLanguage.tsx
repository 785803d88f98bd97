import { Menu } from "@mantine/core";
import { languageName } from "#web/formats.ts";
import classes from "#web/record/AddLanguage.module.css";
import { offeredLanguages, ownNameOf } from "#web/record/languages.ts";
import { textDirection } from "#web/record/textDirection.ts";
import { IconPlus } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type AddLanguageProps = {
  /** The name of the text: `Name`. */
  readonly label: string;
  /** Languages that have a field already. */
  readonly known: readonly string[];
  readonly onAdd: (tag: string) => void;
};

/** A small menu of the languages that still have no text, beside the label of the field. */
export function AddLanguage({ label, known, onAdd }: AddLanguageProps) {
  const messages = useMessages("record");
  const tags = offeredLanguages.filter((tag) => !known.includes(tag));
  if (tags.length === 0) return null;
  return (
    // The focus goes to the new field, and must not return to the menu button.
    <Menu position="bottom-end" returnFocus={false} withinPortal>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={messages("addLanguageTo", { field: label })}>
          <IconPlus size={14} aria-hidden />
          {messages("addLanguage")}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.languages}>
        <Languages tags={tags} onAdd={onAdd} />
      </Menu.Dropdown>
    </Menu>
  );
}

type LanguagesProps = Pick<AddLanguageProps, "onAdd"> & { readonly tags: readonly string[] };

/** Rendered only while the menu is open: it computes two dozen names, and the form renders on every keystroke. */
function Languages({ tags, onAdd }: LanguagesProps) {
  const language = useLanguage();
  return tags.map((tag) => (
    <Menu.Item key={tag} onClick={() => onAdd(tag)}>
      <span className={classes.language}>
        {languageName(language, tag)}
        <bdi lang={tag} dir={textDirection(tag)}>
          {ownNameOf(tag)}
        </bdi>
      </span>
    </Menu.Item>
  ));
}
