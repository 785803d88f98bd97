import { contactRecords } from "#demos/contacts/contract.ts";
import { linkKinds } from "#demos/contacts/web/useLinkedRecords.ts";
import { Wide } from "#web/record/FormSection.tsx";
import { RecordsField } from "#web/record/RecordsField.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useMessages } from "#web/useMessages.ts";

const { Field, Section } = formOf(contactRecords);

/** The fields of a contact. */
export function Form() {
  const t = useMessages("contacts");
  return (
    <>
      <Section name="person">
        <Field name="name" />
        <Field name="lastName" />
        <Field name="nickname" />
        <Field name="birthday" />
      </Section>
      <Section name="reach">
        <Field name="phone" />
        <Field name="email" />
        <Field name="address" isWide />
      </Section>
      <Section name="work">
        <Field name="company" />
        <Field name="jobTitle" />
        {linkKinds.map(({ name, source }) => (
          <Wide key={name}>
            <RecordsField name={name} label={t(`fields.${name}`)} source={source} />
          </Wide>
        ))}
        <Field name="notes" />
      </Section>
    </>
  );
}
