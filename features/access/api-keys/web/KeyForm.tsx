import { keyOperations } from "#features/access/api-keys/contract.ts";
import { GrantsField } from "#features/access/api-keys/web/GrantsField.tsx";
import { LastDayField } from "#features/access/api-keys/web/LastDayField.tsx";
import { ScopesField } from "#features/access/api-keys/web/ScopesField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { formOf } from "#web/records/formOf.tsx";

const { Field, Section } = formOf(keyOperations);

/** The fields of a key. */
export const Form = () => (
  <>
    <Section name="identity">
      <Field name="title" />
      <Field name="kind" />
    </Section>
    <Section name="rights">
      <Wide>
        <GrantsField />
      </Wide>
      <Wide>
        <ScopesField />
      </Wide>
    </Section>
    <Section name="bounds">
      <LastDayField />
      <Field name="callsPerMinute" />
    </Section>
  </>
);
