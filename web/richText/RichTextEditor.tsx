import { DOMParser } from "@tiptap/pm/model";
import { type Editor, EditorContent, getSchema, useEditor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { type FocusEventHandler, type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { isSafeHref, parseRichText, type RichNode } from "#base/richText.ts";
import classes from "#web/richText/RichTextEditor.module.css";
import { RichTextToolbar } from "#web/richText/RichTextToolbar.tsx";

type RichTextEditorProps = {
  readonly html: string;
  readonly onChange: (html: string) => void;
  readonly onBlur?: FocusEventHandler | (() => void) | undefined;
  readonly ref?: Ref<{ readonly focus: () => void }> | undefined;
  readonly lang: string | undefined;
  readonly dir: "ltr" | "rtl" | undefined;
  /** The label of the field, which the toolbar repeats. */
  readonly toolbarLabel: string;
  /** Of the text itself, for screen readers. */
  readonly attributes: Readonly<Record<string, string>>;
};

/** The elements of `base/richText.ts`, and no others. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    strike: false,
    underline: false,
    link: {
      openOnClick: false,
      isAllowedUri: (url) => isSafeHref(url),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
];

/** Edits rich text. Alt+F10 goes to the toolbar and Escape back, as in other editors. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { html, onChange, onBlur, ref, lang, dir, toolbarLabel, attributes } = props;
  const written = useRef(html);
  const latest = useRef({ onChange, onBlur });
  useEffect(() => {
    latest.current = { onChange, onBlur };
  });
  const toolbarRef = useRef<HTMLDivElement>(null);
  // As text, which is equal where the attributes are.
  const shape = JSON.stringify({ ...attributes, role: "textbox", "aria-multiline": "true", lang, dir });
  const editor = useEditor({
    extensions,
    content: documentOf(html).toJSON(),
    injectCSS: false, // The content security policy refuses style elements.
    editorProps: propsOf(shape),
    onUpdate: ({ editor: changed }) => {
      written.current = htmlOf(changed);
      latest.current.onChange(written.current);
    },
    onBlur: ({ event }) => latest.current.onBlur?.(event as never),
  });
  useEffect(() => editor.setOptions({ editorProps: propsOf(shape) }), [editor, shape]);
  // The form was reset, or has the text of a colleague.
  useEffect(() => {
    if (html === written.current) return;
    written.current = html;
    editor.commands.setContent(documentOf(html).toJSON(), { emitUpdate: false });
  }, [editor, html]);
  useImperativeHandle(ref, () => ({ focus: () => void editor.commands.focus() }), [editor]);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.key !== "F10") return;
    event.preventDefault();
    toolbarRef.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };
  return (
    <div className={classes.editor}>
      <RichTextToolbar editor={editor} label={toolbarLabel} toolbarRef={toolbarRef} />
      <EditorContent editor={editor} className={classes.text} onKeyDown={handleKeyDown} />
    </div>
  );
}

const propsOf = (shape: string) => ({ attributes: JSON.parse(shape) as Record<string, string> });

const htmlOf = (editor: Editor): string => (editor.isEmpty ? "" : editor.getHTML());

const schema = getSchema(extensions);

/** Built element by element: Trusted Types refuse to parse markup. */
function documentOf(html: string) {
  const container = document.createElement("div");
  container.append(...elementsOf(parseRichText(html)));
  return DOMParser.fromSchema(schema).parse(container);
}

const elementsOf = (nodes: readonly RichNode[]): (string | HTMLElement)[] =>
  nodes.map((node) => {
    if (typeof node === "string") return node;
    const element = document.createElement(node.tag);
    if (node.href !== undefined) element.setAttribute("href", node.href);
    element.append(...elementsOf(node.children));
    return element;
  });
