import type { PublishingStatus } from "#base/publishedTexts.ts";
import { type Answer, answerRecord, faq, faqAnswers } from "#demos/faq/contract.ts";
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

const path = "/apps/faq/answers";
const badge: Draw<Pick<Answer, "status">, `status.${PublishingStatus}`> = ({ status }, { t }) => (
  <StatusBadge tone={publishingTones[status]}>{t(`status.${status}`)}</StatusBadge>
);

export const answerScreens = recordScreens(answerRecord, faqAnswers, {
  path,
  nameOf: ({ title, titleI18n }, language) => titleI18n[language] ?? title,
  badge,
  facts: ({ category, edition }, { t, language }) => [
    t(`category.${category}`),
    ...(edition > 0 ? [`${t("fields.edition")} ${formatNumber(language, edition)}`] : []),
  ],
  Actions: AnswerActions,
  Note: ({ record }) => <PublishingNote activity={faqAnswers.activity} record={record} />,
  isReadOnly: ({ status }) => status !== "draft",
  form: () => import("#demos/faq/web/AnswerForm.tsx"),
  tabs: {
    editions: {
      Panel: ({ record }: { readonly record: Answer }) => <EditionsPanel record={record} operations={faqAnswers} />,
      needs: async () => faqAnswers.editions,
    },
    feedback: {
      Panel: ({ record }: { readonly record: Answer }) => (
        <FeedbackPanel id={record.id} operation={faqAnswers.feedback} />
      ),
      needs: async () => faqAnswers.feedback,
    },
  },
  refreshes: [faq.read],
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

function AnswerActions({ record }: { readonly record: Answer }) {
  const t = useMessages("faqAnswers");
  const language = useLanguage();
  return (
    <>
      {record.isLive && (
        <LinkButton variant="default" to={`/pages/faq#${record.id}`}>
          {t("reader.title")}
        </LinkButton>
      )}
      <PublishingActions
        record={record}
        named={record.titleI18n[language] ?? record.title}
        path={path}
        operations={faqAnswers}
        read={faq.read}
      />
    </>
  );
}
