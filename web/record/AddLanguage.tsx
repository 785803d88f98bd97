import { Menu } from "@mantine/core";
import { languageName } from "#web/formats.ts";
import classes from "#web/record/AddLanguage.module.css";
import { offeredLanguages, ownNameOf } from "#web/record/languages.ts";
import { textDirection } from "#web/record/textDirection.ts";
import { IconPlus } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type AddLanguageProps = {
  /** What the text is called: `Name`. */
  readonly label: string;
  /** Languages that have a field. */
  readonly known: readonly string[];
  readonly onAdd: (tag: string) => void;
};

/** A quiet menu of the languages that a text may still be written in, in the line of the field's label. */
export function AddLanguage({ label, known, onAdd }: AddLanguageProps) {
  const words = useMessages("record");
  const tags = offeredLanguages.filter((tag) => !known.includes(tag));
  if (tags.length === 0) return null;
  return (
    // The field that was asked for takes the focus, and the menu does not take it back.
    <Menu position="bottom-end" returnFocus={false} withinPortal>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={words("addLanguageTo", { field: label })}>
          <IconPlus size={14} aria-hidden />
          {words("addLanguage")}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.languages}>
        <Languages tags={tags} onAdd={onAdd} />
      </Menu.Dropdown>
    </Menu>
  );
}

type LanguagesProps = Pick<AddLanguageProps, "onAdd"> & { readonly tags: readonly string[] };

/** Drawn while the menu is open alone: two dozen names are made for it, and the form is drawn anew at every letter. */
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
