import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import type { Promocode } from "#features/loyalty/promocodes/contract.ts";
import { SimulationInput, simulations } from "#features/loyalty/promocodes/contract/simulation.ts";
import { SimulationFields } from "#features/loyalty/promocodes/web/SimulationFields.tsx";
import { SimulationResult } from "#features/loyalty/promocodes/web/SimulationResult.tsx";
import classes from "#features/loyalty/promocodes/web/SimulatorPart.module.css";
import { type SimulatedOrder, useSimulatedOrder } from "#features/loyalty/promocodes/web/useSimulatedOrder.ts";
import { keyOf, readOptions } from "#web/operations.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconFlask } from "#web/ui/icons.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const typingMs = 300;

/** Tries the promocode on any order. The order stays while the terms are changed, also on other promocodes. */
export function SimulatorPart({ record }: { readonly record: Promocode }) {
  const t = useMessages("promocodes");
  const [order, store] = useSimulatedOrder(record);
  const form = useForm<SimulatedOrder>({ defaultValues: order });
  const values = useWatch({ control: form.control }) as SimulatedOrder;
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: (state) => store(state.values) }),
    [form, store],
  );
  return (
    <div className={classes.simulator}>
      <CardSection title={t("simulator.order")} lead={t("simulator.orderText")}>
        <FormProvider {...form}>
          <SimulationFields record={record} />
        </FormProvider>
      </CardSection>
      <CardSection title={t("simulator.result")}>
        <Answer record={record} order={values} />
      </CardSection>
    </div>
  );
}

function Answer({ record, order }: { readonly record: Promocode; readonly order: SimulatedOrder }) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  const { transport, queryClient } = useApiClient();
  const [settled] = useDebouncedValue(order, typingMs);
  const input = z.safeParse(SimulationInput, inputOf(record, settled));
  const options = readOptions(transport, simulations.simulate, input.data!);
  const { data, error, refetch, isFetching } = useQuery(
    {
      ...options,
      // The terms are those that are saved: another version of the record gives another answer.
      queryKey: [...keyOf(simulations.simulate, input.data), record.version],
      enabled: input.success,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  if (!input.success)
    return (
      <EmptyState
        icon={<IconFlask aria-hidden />}
        title={t("simulator.incomplete")}
        text={t("simulator.incompleteText")}
      />
    );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return data === undefined ? null : (
    <SimulationResult simulation={data} ownName={record.nameI18n[language] ?? record.name} />
  );
}

/** Undefined where the form does not have a value yet: the schema says so. */
const inputOf = (
  { id, terms: { currency }, liveTerms }: Promocode,
  { codes, lines, member, memberId, retailerId, locationId, ...order }: SimulatedOrder,
) => ({
  ...order,
  id,
  currency: order.terms === "live" ? (liveTerms?.currency ?? currency) : currency,
  codes: codes.split(/[\s,،]+/).filter((code) => code !== ""),
  memberId: member === "one" ? (memberId ?? undefined) : null,
  isNewMember: member === "new",
  retailerId: retailerId ?? undefined,
  locationId: locationId ?? null,
  lines: lines.map(({ productId, quantity, unitMinor }) => ({
    ...(productId === null ? {} : { productId }),
    quantity,
    unitMinor,
  })),
});
