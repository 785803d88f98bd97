import { answerRecord } from "#demos/faq/contract.ts";
import { formOf } from "#web/records/formOf.tsx";

const { Field, Section } = formOf(answerRecord);

/** The fields of a question and its answer. */
export const Form = () => (
  <>
    <Section name="text">
      <Field name="title" isWide />
      <Field name="titleI18n" isWide />
      <Field name="body" />
      <Field name="bodyI18n" />
    </Section>
    <Section name="place">
      <Field name="category" />
      <Field name="place" />
      <Field name="reviewOn" />
      <Field name="isFeatured" />
    </Section>
  </>
);
