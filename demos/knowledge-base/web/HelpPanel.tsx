import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { knowledgeBase } from "#demos/knowledge-base/contract.ts";
import { ArticleLinks } from "#demos/knowledge-base/web/ArticleLinks.tsx";
import { useRead } from "#web/operations.ts";
import { textsAbout } from "#web/publishing/liveTexts.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The articles about the current screen, or the featured ones. */
export function HelpPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages("articles");
  const href = useLocation({ select: ({ href: whole }) => whole });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const opened = useRef(href);
  const close = useRef(onClose);
  useEffect(() => {
    // An article was opened.
    if (href !== opened.current) close.current();
  }, [href]);
  const { data, error, refetch } = useRead(knowledgeBase.read, {});
  const about = textsAbout(data?.articles ?? [], path);
  const shown =
    about.length > 0 ? about : (data?.articles ?? []).filter(({ isFeatured, place }) => isFeatured && place < 3);
  return (
    <Dialog title={t("help.title")} isOpen onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} rowPx={36} />}
      {data && (
        <>
          {about.length === 0 && <p>{t("help.none")}</p>}
          <ArticleLinks texts={shown} />
          <LinkButton variant="default" to="/pages/knowledge-base">
            {t("help.all")}
          </LinkButton>
        </>
      )}
    </Dialog>
  );
}
