import { webhookOperations } from "#features/platform/webhooks/contract.ts";
import { TypesField } from "#features/platform/webhooks/web/TypesField.tsx";
import { Wide } from "#web/record/FormSection.tsx";
import { formOf } from "#web/records/formOf.tsx";

const { Field, Section } = formOf(webhookOperations);

/** The fields of a webhook. */
export const Form = () => (
  <>
    <Section name="receiver">
      <Field name="title" />
      <Field name="status" />
      <Field name="url" isWide />
    </Section>
    <Section name="types">
      <Wide>
        <TypesField />
      </Wide>
    </Section>
  </>
);
