import { useMemo } from "react";
import type { FieldValues } from "react-hook-form";
import type { Operation } from "#base/contract.ts";
import type { RecordTypes } from "#base/records/types.ts";
import { call } from "#web/call.ts";
import { askImpact } from "#web/impact/askImpact.ts";
import { keyOf, refresh } from "#web/operations.ts";
import type { RecordMutations } from "#web/record/useRecordForm.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import { type RecordScreens, refreshesOf } from "#web/records/recordScreens.ts";
import { useApiClient } from "#web/useApiClient.ts";

/**
 * Creates and updates records of one kind. `newId` is the id of the record to create; `answerRef` keeps what the
 * create answered, which may be more than the record.
 */
export function useRecordMutations<T extends RecordTypes>(
  screens: RecordScreens<T>,
  newId: string,
  answerRef?: { current: unknown },
): RecordMutations<T["values"] & FieldValues, T["record"]> {
  const { transport, queryClient } = useApiClient();
  return useMemo(() => {
    const { record, created, impactFields = [], refreshes = [] } = screens;
    const { name, fields } = record.description;
    const { get, create, update, previewUpdate } = screens.calls;
    const store = async (saved: T["record"]) => {
      queryClient.setQueryData(keyOf(get, { id: saved.id }), saved);
      const stale = [...refreshesOf(screens.calls), ...refreshes];
      await refresh(
        queryClient,
        stale.filter((operation) => operation !== get),
      );
      return saved;
    };
    // Typed by what the operations of all records have in common.
    const send = async (operation: Operation, input: object) =>
      unlessWaiting((await call(transport, operation, input as never)) as T["record"]);
    const source: RecordMutations<T["values"] & FieldValues, T["record"]> = {
      name,
      schema: fields.schema,
      errorsOf: (values, saved) => fields.errorsOf(values, saved?.status ?? null, saved && fields.valuesOf(saved)),
      valuesOf: (saved) => fields.valuesOf(saved),
      create: async (values) => {
        const answer = await send(create!, { id: newId, ...values });
        if (answerRef) answerRef.current = answer;
        return store(created ? created.recordOf(answer as never) : answer);
      },
      update: async (patch, { id, version }, preview) =>
        store(await send(update, { ...patch, ...preview, id, version })),
      ...(previewUpdate && {
        withImpact: {
          fields: impactFields,
          preview: (patch, { id, version }) =>
            askImpact(transport, previewUpdate as Operation, { ...patch, id, version }) as never,
        },
      }),
    };
    return source;
  }, [screens, transport, queryClient, newId, answerRef]);
}
