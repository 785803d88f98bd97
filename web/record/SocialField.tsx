import { TextInput } from "@mantine/core";
import { type Social, socialHosts, type SocialKind } from "#base/social.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The address of a company's page on one social network. Empty: it has none. */
export function SocialField({ kind }: { readonly kind: SocialKind }) {
  const t = useMessages("record");
  const { value, change, input } = useField<Social>("social", `social.${kind}`);
  const { [kind]: address = "", ...others } = value;
  return (
    <TextInput
      {...input}
      label={t(`social.${kind}`)}
      placeholder={`https://${socialHosts[kind][0]}/`}
      value={address}
      dir="ltr"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) =>
        change(currentTarget.value === "" ? others : { ...value, [kind]: currentTarget.value })
      }
    />
  );
}
