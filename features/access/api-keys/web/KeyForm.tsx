import { apiKeys, keyOperations } from "#features/access/api-keys/contract.ts";
import { GrantsField } from "#features/access/api-keys/web/GrantsField.tsx";
import { LastDayField } from "#features/access/api-keys/web/LastDayField.tsx";
import { ScopesField } from "#features/access/api-keys/web/ScopesField.tsx";
import { useRead } from "#web/operations.ts";
import { Wide } from "#web/record/FormSection.tsx";
import { formOf } from "#web/records/formOf.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

const { Field, Section } = formOf(keyOperations);

/** The fields of a key. All of them wait for the permissions that it can have: what is below these would move. */
export function Form() {
  const { isPending } = useRead(apiKeys.choices, {});
  return isPending ? <SkeletonRows rows={10} rowPx={72} /> : <Fields />;
}

const Fields = () => (
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
