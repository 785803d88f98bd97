import { TodoBoard } from "#demos/todo/web/TodoBoard.tsx";
import styles from "#demos/todo/web/TodoScreen.module.css";
import { useTodos } from "#demos/todo/web/useTodos.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The to-do application: views, list and one to-do side by side, and one after the other on a phone. */
export function TodoScreen() {
  const t = useMessages("todo");
  const { overview, error, refetch, isFetching } = useTodos();
  if (overview) return <TodoBoard overview={overview} />;
  return (
    <div className={styles.waiting}>
      <h1 className="hidden-visually">{t("folders.allTitle")}</h1>
      {error ? (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={14} rowPx={41} />
      )}
    </div>
  );
}
