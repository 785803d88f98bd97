import { types } from "#features/retail/retailer-types/contract.ts";
import { formOf } from "#web/records/formOf.tsx";

const { Field, Section } = formOf(types);

/** The fields of a retailer type. */
export const Form = () => (
  <>
    <Section name="identity">
      <Field name="name" />
      <Field name="nameI18n" />
      <Field name="code" />
      <Field name="channel" />
      <Field name="icon" />
      <Field name="position" />
      <Field name="description" />
    </Section>
    <Section name="proof">
      <Field name="certificatePolicy" />
      <Field name="kycLevel" />
      <Field name="needsSlaughterPolicy" />
    </Section>
    <Section name="cashback">
      <Field name="defaultCashbackBps" />
      <Field name="maxCashbackBps" />
      <Field name="pendingDays" />
    </Section>
  </>
);
