import { Button, TextInput } from "@mantine/core";
import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { isSafeHref } from "#base/richText.ts";
import classes from "#web/richText/RichTextEditor.module.css";
import { IconButton } from "#web/ui/IconButton.tsx";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconCode,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconQuote,
} from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type Tool = {
  readonly name: "bold" | "italic" | "heading" | "subheading" | "bulletList" | "orderedList" | "quote" | "code";
  readonly Icon: typeof IconBold;
  readonly isOn: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => boolean;
};

const tools: readonly Tool[] = [
  { name: "bold", Icon: IconBold, isOn: (e) => e.isActive("bold"), run: (e) => chain(e).toggleBold().run() },
  { name: "italic", Icon: IconItalic, isOn: (e) => e.isActive("italic"), run: (e) => chain(e).toggleItalic().run() },
  {
    name: "heading",
    Icon: IconH2,
    isOn: (e) => e.isActive("heading", { level: 2 }),
    run: (e) => chain(e).toggleHeading({ level: 2 }).run(),
  },
  {
    name: "subheading",
    Icon: IconH3,
    isOn: (e) => e.isActive("heading", { level: 3 }),
    run: (e) => chain(e).toggleHeading({ level: 3 }).run(),
  },
  {
    name: "bulletList",
    Icon: IconList,
    isOn: (e) => e.isActive("bulletList"),
    run: (e) => chain(e).toggleBulletList().run(),
  },
  {
    name: "orderedList",
    Icon: IconListNumbers,
    isOn: (e) => e.isActive("orderedList"),
    run: (e) => chain(e).toggleOrderedList().run(),
  },
  {
    name: "quote",
    Icon: IconQuote,
    isOn: (e) => e.isActive("blockquote"),
    run: (e) => chain(e).toggleBlockquote().run(),
  },
  { name: "code", Icon: IconCode, isOn: (e) => e.isActive("code"), run: (e) => chain(e).toggleCode().run() },
];

const chain = (editor: Editor) => editor.chain().focus();

type RichTextToolbarProps = {
  readonly editor: Editor;
  readonly label: string;
  readonly toolbarRef: RefObject<HTMLDivElement | null>;
};

/** One tab stop; arrow keys move between the buttons, Escape returns to the text. */
export function RichTextToolbar({ editor, label, toolbarRef }: RichTextToolbarProps) {
  const t = useMessages("richText");
  const [current, setCurrent] = useState(0);
  const [isLinking, setIsLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: shown }) => ({
      on: tools.map(({ isOn }) => isOn(shown)),
      isLink: shown.isActive("link"),
      canUndo: shown.can().undo(),
      canRedo: shown.can().redo(),
    }),
  });
  const buttons = [
    ...tools.map(({ name, Icon, run }, place) => ({
      label: t(name),
      Icon,
      isPressed: state.on[place] === true,
      run: () => void run(editor),
    })),
    { label: t("link"), Icon: IconLink, isPressed: state.isLink, run: () => setIsLinking(!isLinking) },
    { label: t("undo"), Icon: IconArrowBackUp, isOff: !state.canUndo, run: () => void chain(editor).undo().run() },
    { label: t("redo"), Icon: IconArrowForwardUp, isOff: !state.canRedo, run: () => void chain(editor).redo().run() },
  ];
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      editor.commands.focus();
    }
    const next = placeAfter(event, current, buttons.length);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <>
      <div
        ref={toolbarRef}
        role="toolbar"
        aria-label={t("toolbar", { field: label })}
        className={classes.toolbar}
        onKeyDown={handleKeyDown}
      >
        {buttons.map(({ label: name, Icon, run, ...button }, place) => (
          <IconButton
            key={name}
            size="sm"
            label={name}
            {...("isPressed" in button && { isPressed: button.isPressed })}
            aria-disabled={("isOff" in button && button.isOff) || undefined}
            tabIndex={place === current ? 0 : -1}
            // A click leaves the focus, and with it the selection, in the text.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(place)}
            onClick={run}
          >
            <Icon
              size={18}
              aria-hidden
              className={Icon === IconArrowBackUp || Icon === IconArrowForwardUp ? "flip" : ""}
            />
          </IconButton>
        ))}
      </div>
      {isLinking && <LinkForm editor={editor} onClose={() => setIsLinking(false)} />}
    </>
  );
}

function placeAfter({ key, currentTarget }: KeyboardEvent, current: number, count: number): number | null {
  const isRtl = getComputedStyle(currentTarget).direction === "rtl";
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === (isRtl ? "ArrowLeft" : "ArrowRight")) return (current + 1) % count;
  if (key === (isRtl ? "ArrowRight" : "ArrowLeft")) return (current + count - 1) % count;
  return null;
}

/** The address of the selected text. A form inside the record's form would be invalid, so Enter is handled here. */
function LinkForm({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const t = useMessages("richText");
  const [href, setHref] = useState(() => (editor.getAttributes("link") as { href?: string }).href ?? "");
  const [hasFailed, setHasFailed] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = (event?: KeyboardEvent) => {
    event?.preventDefault();
    if (!isSafeHref(href.trim())) return setHasFailed(true);
    chain(editor).extendMarkRange("link").setLink({ href: href.trim() }).run();
    close();
  };
  const remove = () => {
    chain(editor).extendMarkRange("link").unsetLink().run();
    close();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") apply(event);
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return (
    <div className={classes.link}>
      <TextInput
        ref={inputRef}
        label={t("address")}
        description={t("addressHint")}
        error={hasFailed && t("addressError")}
        value={href}
        dir="ltr"
        autoComplete="off"
        onChange={({ currentTarget }) => setHref(currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <Button onClick={() => apply()}>{t("apply")}</Button>
      <Button variant="default" onClick={remove}>
        {t("unlink")}
      </Button>
    </div>
  );
}
