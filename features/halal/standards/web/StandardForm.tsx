import { standardRecord } from "#features/halal/certifiers/contract/standards.ts";
import { formOf } from "#web/records/formOf.tsx";

const { Field, Section } = formOf(standardRecord);

/** The fields of an edition of a standard. */
export const Form = () => (
  <>
    <Section name="identity">
      <Field name="code" />
      <Field name="edition" />
      <Field name="title" isWide />
      <Field name="titleI18n" isWide />
      <Field name="owner" isWide />
    </Section>
    <Section name="scope">
      <Field name="scope" />
      <Field name="sourceUrl" isWide />
    </Section>
  </>
);
