import { Switch } from "@mantine/core";
import { categories } from "#features/catalogue/categories/contract.ts";
import { CategoryTree } from "#features/catalogue/categories/tree/web/CategoryTree.tsx";
import classes from "#features/catalogue/categories/tree/web/CategoryTreeScreen.module.css";
import { RelevanceFilter } from "#features/catalogue/categories/tree/web/RelevanceFilter.tsx";
import { FileActions } from "#web/list/FileActions.tsx";
import { SearchBox } from "#web/list/SearchBox.tsx";
import { useRead } from "#web/operations.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPlus, IconSitemap } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

/** All categories as the tree that they are: looked through, moved about, and the way to each. */
export function CategoryTreeScreen() {
  const t = useMessages("categories");
  const [search, setSearch] = useSearchParam("q");
  const [relevance, setRelevance] = useSearchParam("relevance");
  const [archived, setArchived] = useSearchParam("archived");
  const withArchived = archived === "yes";
  const tree = useRead(categories.tree, { withArchived }, { keepsPrevious: true });
  return (
    <Page
      title={t("title")}
      layout="fill"
      actions={
        <FileActions
          importing={{ operation: categories.importTemplate, to: "/apps/import/categories", label: t("import") }}
          exporting={{ operation: categories.exportCsv, input: { withArchived }, label: t("export") }}
        />
      }
      primary={<NewButton />}
    >
      <div className={classes.tools} role="search">
        <SearchBox label={t("searchLabel")} value={search} onChange={setSearch} />
        <RelevanceFilter value={relevance} onChange={setRelevance} />
        <Switch
          label={t("showArchived")}
          checked={withArchived}
          onChange={({ currentTarget }) => setArchived(currentTarget.checked ? "yes" : "")}
        />
      </div>
      {tree.data && tree.data.rows.length > 0 && (
        <CategoryTree rows={tree.data.rows} search={search} relevance={relevance} withArchived={withArchived} />
      )}
      {tree.data?.rows.length === 0 && (
        <EmptyState
          icon={<IconSitemap size={32} stroke={1.5} aria-hidden />}
          title={t("empty.title")}
          text={t("empty.text")}
          action={<NewButton />}
        />
      )}
      {!tree.data && tree.error && (
        <ErrorState error={tree.error} onRetry={() => void tree.refetch()} isRetrying={tree.isFetching} />
      )}
      {!tree.data && !tree.error && <SkeletonRows rows={14} />}
    </Page>
  );
}

function NewButton() {
  const t = useMessages("categories");
  return (
    <LinkButton
      to="/apps/category/categories/new"
      operation={categories.create}
      leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
    >
      {t("new")}
    </LinkButton>
  );
}
