import { Link } from "@tanstack/react-router";
import { filterBySearch } from "#base/filterBySearch.ts";
import { academy, academyExtras, type CourseCard } from "#demos/academy/contract.ts";
import { courseCategories, courseStates, stateOf } from "#demos/academy/rules.ts";
import styles from "#demos/academy/web/Academy.module.css";
import { formatDate, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { SearchBox } from "#web/list/SearchBox.tsx";
import { useCan } from "#web/session.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconCalendarDue, IconCircleCheck, IconClock, IconPlus, IconSchool } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The courses, by category, by the reader’s progress, and by text. */
export function CoursesScreen() {
  const t = useMessages("academy");
  const can = useCan();
  const { data, error, refetch, isFetching } = useRead(academyExtras.list, {});
  return (
    <Page
      title={t("title")}
      actions={
        <>
          {can(academyExtras.report) && (
            <LinkButton variant="default" to="/apps/academy/report">
              {t("report.title")}
            </LinkButton>
          )}
          {can(academyExtras.create) && (
            <LinkButton to="/apps/academy/new" leftSection={<IconPlus size={18} aria-hidden="true" />}>
              {t("new")}
            </LinkButton>
          )}
        </>
      }
    >
      {data ? (
        <Courses all={data} />
      ) : error ? (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} rowPx={96} />
      )}
    </Page>
  );
}

function Courses({ all }: { readonly all: readonly CourseCard[] }) {
  const t = useMessages("academy");
  const [search, setSearch] = useSearchParam("search");
  const [category, setCategory] = useSearchParam("category");
  const [state, setState] = useSearchParam("state");
  const { data: categories = [] } = useRead(academy.listCategories, {});
  const texts = ({ title, titleAr, description, descriptionAr }: CourseCard) =>
    `${title} ${titleAr} ${description} ${descriptionAr}`;
  const chosen = all.filter(
    (course) => (category === "" || course.category === category) && (state === "" || stateOf(course) === state),
  );
  const shown = filterBySearch(chosen, search, texts);
  const colors = new Map(categories.map(({ value, color }) => [value, color]));
  return (
    <>
      <div className={styles.tools}>
        <SearchBox label={t("search")} value={search} onChange={setSearch} />
        <Chips
          label={t("categoryLabel")}
          all={courseCategories.map((value) => [value, t(`category.${value}`)] as const)}
          current={category}
          onChoose={setCategory}
        />
        <Chips
          label={t("stateLabel")}
          all={courseStates.map((value) => [value, t(`state.${value}`)] as const)}
          current={state}
          onChoose={setState}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={<IconSchool size={24} aria-hidden="true" />}
          title={t("empty.title")}
          text={t("empty.text")}
        />
      ) : (
        <ul className={styles.cards} aria-label={t("title")}>
          {shown.map((course) => (
            <Card key={course.id} course={course} color={colors.get(course.category) ?? ""} />
          ))}
        </ul>
      )}
    </>
  );
}

type ChipsProps = {
  readonly label: string;
  readonly all: readonly (readonly [value: string, title: string])[];
  readonly current: string;
  readonly onChoose: (value: string) => void;
};

function Chips({ label, all, current, onChoose }: ChipsProps) {
  const t = useMessages("academy");
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {[["", t("all")] as const, ...all].map(([value, title]) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={value === current}
          onClick={() => onChoose(value)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

function Card({ course, color }: { readonly course: CourseCard; readonly color: string }) {
  const t = useMessages("academy");
  const language = useLanguage();
  const { id, title, titleAr, description, descriptionAr, activeStep, totalSteps, length, dueOn, finishedAt } = course;
  const state = stateOf(course);
  const isArabic = language === "ar";
  return (
    <li className={styles.card} style={{ borderBlockStartColor: color }}>
      <p className={styles.cardHead}>
        <span>{t(`category.${course.category}`)}</span>
        <span>
          <IconClock size={14} aria-hidden="true" />
          {t("minutes", { count: length, figure: formatNumber(language, length) })}
        </span>
      </p>
      <h2 dir="auto">
        <Link to={`/apps/academy/courses/${id}`}>{(isArabic && titleAr) || title}</Link>
      </h2>
      <p dir="auto" className={styles.cardText}>
        {(isArabic && descriptionAr) || description}
      </p>
      {dueOn !== null && finishedAt === null && (
        <p className={styles.due}>
          <IconCalendarDue size={16} aria-hidden="true" />
          {t("due", { day: formatDate(language, dueOn) })}
        </p>
      )}
      <progress
        max={totalSteps}
        value={activeStep}
        aria-label={t("progress", { done: activeStep, total: totalSteps })}
      />
      <p className={styles.cardFoot}>
        <span>
          {state === "finished" && <IconCircleCheck size={16} aria-hidden="true" />}
          {state === "finished" ? t("state.finished") : t("progress", { done: activeStep, total: totalSteps })}
        </span>
        <LinkButton
          size="compact-md"
          variant={state === "underWay" ? "filled" : "default"}
          to={`/apps/academy/courses/${id}`}
          aria-label={t(`open.${state}Named`, { title: (isArabic && titleAr) || title })}
        >
          {t(`open.${state}`)}
        </LinkButton>
      </p>
    </li>
  );
}
