import { useParams } from "@tanstack/react-router";
import { ContactBoard } from "#demos/contacts/web/ContactBoard.tsx";
import { userQueue } from "#demos/contacts/web/useContacts.ts";
import { useOptimisticRead } from "#web/optimistic/useOptimisticRead.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The address book: lists, contacts and one contact side by side, and one after the other on a phone. */
export function ContactsScreen() {
  const t = useMessages("contacts");
  const { list = "all" }: { list?: string } = useParams({ strict: false });
  const { data: user, error, refetch, isFetching } = useOptimisticRead(userQueue, {});
  if (user) return <ContactBoard key={list} user={user} list={list} />;
  return (
    <>
      <h1 className="hidden-visually">{t("title")}</h1>
      {error ? (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={12} rowPx={56} />
      )}
    </>
  );
}
