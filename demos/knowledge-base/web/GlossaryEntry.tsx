import type { LiveText } from "#base/publishedTexts.ts";
import { glossary as operations, knowledgeBase, type ReadTerm } from "#demos/knowledge-base/contract.ts";
import { termIn } from "#demos/knowledge-base/rules.ts";
import { ArticleLinks } from "#demos/knowledge-base/web/ArticleLinks.tsx";
import classes from "#demos/knowledge-base/web/GlossaryScreen.module.css";
import { formatNumber } from "#web/formats.ts";
import { useWrite } from "#web/operations.ts";
import { textDirection } from "#web/record/textDirection.ts";
import { MarkedText } from "#web/richText/MarkedText.tsx";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconLink, IconPencil, IconTrash } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useCopying } from "#web/ui/useCopy.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type GlossaryEntryProps = {
  readonly term: ReadTerm;
  readonly search: string;
  /** Those that use it. */
  readonly articles: readonly LiveText[];
  /** The address names it. */
  readonly isWanted: boolean;
  readonly onEdit: () => void;
};

/** A term with its definition, first in the language of the screen, then in the other one, and the articles with it. */
export function GlossaryEntry({ term, search, articles, isWanted, onEdit }: GlossaryEntryProps) {
  const language = useLanguage();
  const first = termIn(term, language);
  const other = termIn(term, language === "ar" ? "en" : "ar");
  const definitions = [
    first.definition,
    ...(other.definition.lang === first.definition.lang ? [] : [other.definition]),
  ];
  return (
    <article
      id={`term-${term.id}`}
      tabIndex={-1}
      aria-labelledby={`name-${term.id}`}
      data-wanted={isWanted || undefined}
      className={classes.entry}
    >
      <header className={classes.head}>
        <h3 id={`name-${term.id}`}>
          <bdi lang={first.name.lang}>
            <MarkedText text={first.name.text} search={search} />
          </bdi>
          {other.name.text !== first.name.text && (
            <bdi lang={other.name.lang} className={classes.other}>
              <MarkedText text={other.name.text} search={search} />
            </bdi>
          )}
        </h3>
        <EntryTools term={term} name={first.name.text} onEdit={onEdit} />
      </header>
      {definitions.map(({ text, lang }) => (
        <p key={lang} lang={lang} dir={textDirection(lang)}>
          <MarkedText text={text} search={search} />
        </p>
      ))}
      {articles.length > 0 && <Uses texts={articles} />}
    </article>
  );
}

function Uses({ texts }: { readonly texts: readonly LiveText[] }) {
  const t = useMessages("articles");
  const language = useLanguage();
  return (
    <details className={classes.uses}>
      <summary>{t("glossary.usedIn", { count: texts.length, figure: formatNumber(language, texts.length) })}</summary>
      <ArticleLinks texts={texts} />
    </details>
  );
}

type EntryToolsProps = { readonly term: ReadTerm; readonly name: string; readonly onEdit: () => void };

function EntryTools({ term, name, onEdit }: EntryToolsProps) {
  const t = useMessages("articles");
  const publishing = useMessages("publishing");
  const can = useCan();
  const copy = useCopying();
  const remove = useRemoval();
  const link = () => {
    const url = new URL(location.href);
    url.search = `?term=${term.id}`;
    url.hash = "";
    return url.href;
  };
  return (
    <div className={classes.tools}>
      <IconButton
        size="sm"
        label={t("glossary.copyLink", { name })}
        onClick={() => void copy(link(), publishing("reading.linkCopied"))}
      >
        <IconLink size={18} aria-hidden />
      </IconButton>
      {can(operations.update) && (
        <IconButton size="sm" label={t("glossary.edit", { name })} onClick={onEdit}>
          <IconPencil size={18} aria-hidden />
        </IconButton>
      )}
      {can(operations.changeStatus) && (
        <IconButton size="sm" label={t("glossary.remove", { name })} onClick={() => remove(term, name)}>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** Removes a term at once, and offers to restore it. */
function useRemoval() {
  const t = useMessages("articles");
  const shell = useMessages();
  const toast = useToast();
  const change = useWrite(operations.changeStatus, { refreshes: [knowledgeBase.glossary] });
  const onError = (error: Error) => void toast({ variant: "error", text: textOf(error) });
  const restore = ({ id, version }: Pick<ReadTerm, "id" | "version">, name: string) =>
    change.mutate(
      { id, version, to: "active" },
      { onError, onSuccess: () => toast({ text: t("glossary.restored", { name }) }) },
    );
  return ({ id, version }: ReadTerm, name: string) =>
    change.mutate(
      { id, version, to: "archived" },
      {
        onError,
        onSuccess: (removed) => {
          const action = {
            label: shell("buttons.undo"),
            onAction: () => restore(removed, name),
            isUndo: true,
          } as const;
          toast({ text: t("glossary.removed", { name }), action });
        },
      },
    );
}
