import { certifiers } from "#features/halal/certifiers/contract.ts";
import { memberRecords } from "#features/loyalty/members/contract.ts";
import { CertifiersField } from "#features/loyalty/members/web/CertifiersField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { useCan } from "#web/session.tsx";

const { Field, Section } = formOf(memberRecords);

/** The fields of a member. Stored contacts are shown masked, and replaced by what is typed. */
export function Form() {
  const can = useCan();
  return (
    <>
      <Section name="contacts">
        <Field name="memberNumber" />
        <Field name="email" />
        <Field name="phone" />
      </Section>
      <Section name="person">
        <Field name="displayName" />
        <Field name="country" />
        <Field name="language" />
        {can(certifiers.list) && (
          <Wide>
            <CertifiersField />
          </Wide>
        )}
      </Section>
    </>
  );
}
