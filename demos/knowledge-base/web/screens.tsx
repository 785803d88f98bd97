import type { PublishingStatus } from "#base/publishedTexts.ts";
import { type Article, articleRecord, articles, knowledgeBase } from "#demos/knowledge-base/contract.ts";
import { formatDate, formatNumber } from "#web/formats.ts";
import type { Draw } from "#web/list/defineList.ts";
import { EditionsPanel } from "#web/publishing/EditionsPanel.tsx";
import { FeedbackPanel } from "#web/publishing/FeedbackPanel.tsx";
import { PublishingActions } from "#web/publishing/PublishingActions.tsx";
import { PublishingNote } from "#web/publishing/PublishingNote.tsx";
import { publishingTones } from "#web/publishing/publishingTones.ts";
import { recordScreens } from "#web/records/recordScreens.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const path = "/apps/knowledge-base/articles";
const badge: Draw<Pick<Article, "status">, `status.${PublishingStatus}`> = ({ status }, { t }) => (
  <StatusBadge tone={publishingTones[status]}>{t(`status.${status}`)}</StatusBadge>
);

export const articleScreens = recordScreens(articleRecord, articles, {
  path,
  nameOf: ({ title, titleI18n }, language) => titleI18n[language] ?? title,
  badge,
  facts: ({ category, edition }, { t, language }) => [
    t(`category.${category}`),
    ...(edition > 0 ? [`${t("fields.edition")} ${formatNumber(language, edition)}`] : []),
  ],
  Actions: ArticleActions,
  Note: ({ record }) => <PublishingNote activity={articles.activity} record={record} />,
  isReadOnly: ({ status }) => status !== "draft",
  form: () => import("#demos/knowledge-base/web/ArticleForm.tsx"),
  tabs: {
    editions: {
      Panel: ({ record }: { readonly record: Article }) => <EditionsPanel record={record} operations={articles} />,
      needs: async () => articles.editions,
    },
    feedback: {
      Panel: ({ record }: { readonly record: Article }) => (
        <FeedbackPanel id={record.id} operation={articles.feedback} />
      ),
      needs: async () => articles.feedback,
    },
  },
  refreshes: [knowledgeBase.read],
  columns: {
    title: {},
    category: {},
    status: {},
    edition: { isFigure: true, isHidden: true },
    isFeatured: { isHidden: true },
    reviewOn: {},
    updatedAt: {},
  },
  card: {
    facts: ({ category, reviewOn }, { t, language }) => [
      t(`category.${category}`),
      ...(reviewOn === null ? [] : [`${t("columns.reviewOn")}: ${formatDate(language, reviewOn)}`]),
    ],
    mark: badge,
  },
  filters: ["status", "category"],
  views: ["draft", "in_review", "published", "archived"],
  initialOrder: { sort: "updatedAt", direction: "desc" },
});

function ArticleActions({ record }: { readonly record: Article }) {
  const t = useMessages("articles");
  const language = useLanguage();
  return (
    <>
      {record.isLive && (
        <LinkButton variant="default" to="/pages/knowledge-base" search={{ article: record.id }}>
          {t("reader.title")}
        </LinkButton>
      )}
      <PublishingActions
        record={record}
        named={record.titleI18n[language] ?? record.title}
        path={path}
        operations={articles}
        read={knowledgeBase.read}
      />
    </>
  );
}
