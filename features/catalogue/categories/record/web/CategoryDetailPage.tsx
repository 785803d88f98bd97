import { Link } from "@tanstack/react-router";
import { Fragment, lazy, Suspense } from "react";
import { type Category, categories, type CategoryName } from "#features/catalogue/categories/contract.ts";
import { pathSign } from "#features/catalogue/categories/rules.ts";
import { CategoryActions } from "#features/catalogue/categories/record/web/CategoryActions.tsx";
import { MeatText } from "#features/catalogue/categories/web/MeatText.tsx";
import { RelevanceText } from "#features/catalogue/categories/web/RelevanceText.tsx";
import { useCategoryFormatters } from "#features/catalogue/categories/record/web/useCategoryFormatters.ts";
import { formatNumber } from "#web/formats.ts";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { LogoMark } from "#web/record/LogoMark.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { StatusNote } from "#web/record/StatusNote.tsx";
import { useOperations } from "#web/list/useOperations.ts";
import { useCan } from "#web/session.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

// On its way since the route was entered (routes.tsx).
const CategoryEditForm = lazy(() =>
  withFileMessages(
    import("#features/catalogue/categories/record/web/CategoryEditForm.tsx").then((module) => module.CategoryEditForm),
  ),
);

const CategoryProducts = lazy(() =>
  import("#features/catalogue/categories/record/web/CategoryProducts.tsx").then((module) => ({
    default: module.CategoryProducts,
  })),
);

// Loaded on demand: the contract of another area.
const needed = [async () => (await import("#features/catalogue/products/contract.ts")).products.list];

/** A category that is there: where it belongs, what holds for it, its fields, its products and its history. */
export function CategoryDetailPage({ category }: { readonly category: Category }) {
  const t = useMessages("categories");
  const language = useLanguage();
  const texts = useCategoryFormatters();
  const [tab, setTab] = useSearchParam("tab");
  const showHistory = () => setTab("history");
  const title = category.nameI18n[language] ?? category.name;
  const can = useCan();
  const [listProducts] = useOperations(needed);
  const isElsewhere = tab === "history" || tab === "products";
  return (
    <RecordPage
      list={{ name: "categories", title: t("title"), path: "/apps/category/categories" }}
      id={category.id}
      title={title}
      crumb={title}
      picture={<LogoMark id={category.id} name={title} logoFileId={category.imageFileId} sizePx={48} />}
      badge={category.status === "archived" && <StatusBadge tone="mute">{t("status.archived")}</StatusBadge>}
      facts={
        <>
          {category.path.length > 0 && <PathLinks path={category.path} />}
          <RelevanceText row={category} deciding={category.inheritedFrom} />
          <MeatText row={category} deciding={category.meatInheritedFrom} />
          <span>{t("products", { count: category.productCount })}</span>
        </>
      }
      actions={<CategoryActions category={category} />}
      note={category.status === "archived" && <ArchivedNote category={category} />}
      tabs={{
        all: [
          { name: "details", title: t("tabs.details") },
          ...(listProducts && can(listProducts)
            ? [{ name: "products", title: t("tabs.products"), count: formatNumber(language, category.productCount) }]
            : []),
          { name: "history", title: t("tabs.history") },
        ],
        current: isElsewhere ? tab : "details",
        onChange: (name) => setTab(name === "details" ? "" : name),
      }}
      aside={
        !isElsewhere && (
          <ActivityPanel operation={categories.activity} id={category.id} texts={texts} t={t} onAll={showHistory} />
        )
      }
    >
      {/* Hidden rather than left out: what is typed stays while one looks at the rest. */}
      <div hidden={isElsewhere} style={{ display: isElsewhere ? "none" : "contents" }}>
        <Suspense fallback={<SkeletonRows rows={7} rowPx={72} />}>
          <CategoryEditForm category={category} />
        </Suspense>
      </div>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        {tab === "products" && <CategoryProducts category={category} />}
      </Suspense>
      {tab === "history" && <ActivityPanel operation={categories.activity} id={category.id} texts={texts} t={t} />}
    </RecordPage>
  );
}

/** The way down to it, each part a link. */
function PathLinks({ path }: { readonly path: readonly CategoryName[] }) {
  const language = useLanguage();
  return (
    <span>
      {path.map(({ id, name, nameI18n }, place) => (
        <Fragment key={id}>
          {place > 0 && pathSign}
          <Link to={`/apps/category/categories/${id}`}>
            <bdi>{nameI18n[language] ?? name}</bdi>
          </Link>
        </Fragment>
      ))}
    </span>
  );
}

function ArchivedNote({ category: { mergedInto } }: { readonly category: Category }) {
  const t = useMessages("categories");
  const language = useLanguage();
  if (mergedInto === null) return <StatusNote lead={t("note.archived")} reasons={[]} next={t("note.next")} />;
  return (
    <StatusNote
      lead={t("note.merged")}
      reasons={[
        {
          key: "into",
          isBlocking: false,
          text: (
            <Link to={`/apps/category/categories/${mergedInto.id}`}>
              <bdi>{mergedInto.nameI18n[language] ?? mergedInto.name}</bdi>
            </Link>
          ),
        },
      ]}
    />
  );
}
