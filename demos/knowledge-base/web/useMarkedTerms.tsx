import { Popover } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type PointerEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { knowledgeBase, type ReadTerm } from "#demos/knowledge-base/contract.ts";
import { termFinder, termIn } from "#demos/knowledge-base/rules.ts";
import classes from "#demos/knowledge-base/web/ArticleView.module.css";
import { useRead } from "#web/operations.ts";
import { textDirection } from "#web/record/textDirection.ts";
import type { Language } from "#web/screens.ts";
import { useMessages } from "#web/useMessages.ts";

/**
 * For `RichText`: marks the first occurrence of each term of the glossary, with its definition in the language of the
 * text. Undefined until the terms are there; an article is readable without them.
 */
export function useMarkedTerms(lang: Language): (() => (text: string) => ReactNode) | undefined {
  const { data } = useRead(knowledgeBase.glossary, {});
  return useMemo(() => {
    if (data === undefined) return undefined;
    const find = termFinder(data.terms);
    return () => {
      const marked = new Set<string>();
      return (text) =>
        find(text).map((part, place) => {
          if (part.term === null || marked.has(part.term.id)) return part.text;
          marked.add(part.term.id);
          // oxlint-disable-next-line react/no-array-index-key -- parts of one text, which never change places
          return <TermMark key={place} term={part.term} text={part.text} lang={lang} />;
        });
    };
  }, [data, lang]);
}

/** The pointer may take this long from the term to its definition. */
const leaveMs = 200;

/**
 * Whether the definition is shown. `entered`: the focus is in it. `dismissed`: closed by Esc, so the focus, which is
 * on the term, does not show it again before it has left.
 */
type Stage = "closed" | "shown" | "entered" | "dismissed";

type TermMarkProps = { readonly term: ReadTerm; readonly text: string; readonly lang: Language };

/** A term in a text. Hovering and the focus show its definition; Enter and a tap also go into it, Esc closes it. */
function TermMark({ term, text, lang }: TermMarkProps) {
  const t = useMessages("articles");
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [stage, setStage] = useState<Stage>("closed");
  const isOpen = stage === "shown" || stage === "entered";
  const leave = () => setStage((now) => (now === "entered" ? now : "closed"));
  const hover = useHover(() => setStage((now) => (now === "entered" ? now : "shown")), leave);
  useEscape(isOpen, () => {
    setStage("dismissed");
    if (stage === "entered") button.current?.focus();
  });
  const { definition } = termIn(term, lang);
  return (
    <Popover
      opened={isOpen}
      onDismiss={() => setStage("closed")}
      position="bottom-start"
      width="min(340px, calc(100vw - 24px))"
      trapFocus={stage === "entered"}
    >
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={classes.term}
          aria-describedby={`${id}-text`}
          {...hover}
          onFocus={() => setStage((now) => (now === "closed" ? "shown" : now))}
          onBlur={leave}
          onClick={() => setStage("entered")}
        >
          {text}
        </button>
      </Popover.Target>
      {/* Read with the term, also while nothing is shown. */}
      <span id={`${id}-text`} hidden lang={definition.lang}>
        {definition.text}
      </span>
      <Popover.Dropdown className={classes.definition} {...hover}>
        <TermText term={term} lang={lang} />
        <Link to="/pages/knowledge-base/glossary" search={{ term: term.id }}>
          {t("glossary.open")}
        </Link>
      </Popover.Dropdown>
    </Popover>
  );
}

function TermText({ term, lang }: Omit<TermMarkProps, "text">) {
  const { name, definition } = termIn(term, lang);
  const other = termIn(term, lang === "ar" ? "en" : "ar").name;
  return (
    <>
      <p className={classes.names}>
        <bdi lang={name.lang}>{name.text}</bdi>
        {other.text !== name.text && <bdi lang={other.lang}>{other.text}</bdi>}
      </p>
      <p lang={definition.lang} dir={textDirection(definition.lang)}>
        {definition.text}
      </p>
    </>
  );
}

/** For the term and its definition, between which the pointer may move. A tap is no hovering. */
function useHover(onEnter: () => void, onLeave: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      clearTimeout(timer.current);
      if (pointerType === "mouse") onEnter();
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      clearTimeout(timer.current);
      if (pointerType === "mouse") timer.current = setTimeout(onLeave, leaveMs);
    },
  };
}

/** Also where the pointer alone has opened it, and the focus is elsewhere. Other layers stay open. */
function useEscape(isOn: boolean, onEscape: () => void) {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    if (!isOn) return;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", handleKeyDown, { capture: true });
  }, [isOn]);
}
