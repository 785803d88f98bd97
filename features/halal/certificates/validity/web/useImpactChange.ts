import type { Input, Operation } from "#base/contract.ts";
import type { Impact } from "#base/impact.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import type { PreviewToken, ImpactPreview } from "#web/record/saveWithPreview.ts";
import { useImpactConfirmation } from "#web/record/useImpactConfirmation.ts";
import { useApiClient } from "#web/useApiClient.ts";

type PreviewOperation = Operation & { readonly output: typeof Impact };

/**
 * For changes of a certificate that have an impact on other areas. `asShown` makes the `ask` of `useCertificateChange`:
 * the impact is read first, shown for confirmation (`impact`, by `ImpactConfirmation`), and written only as shown.
 */
export function useImpactChange() {
  const { transport } = useApiClient();
  const { impact, confirmImpact } = useImpactConfirmation();
  const asShown =
    <Op extends PreviewOperation>(
      operation: Op,
      input: Input<Op> & At,
      /** For changes that let others resume, such as a verification: confirmed only if something pauses. */
      { isOfPauses = false }: { readonly isOfPauses?: boolean } = {},
    ) =>
    async (write: (shown: PreviewToken) => Promise<Certificate>): Promise<Certificate | null> => {
      // Loaded with the first change, to keep the page of a certificate small.
      const [{ saveWithPreview }, { askImpact }] = await Promise.all([
        import("#web/record/saveWithPreview.ts"),
        import("#web/impact/askImpact.ts"),
      ]);
      const source = {
        withImpact: {
          fields: ["change"] as const,
          preview: () => askImpact(transport, operation, input) as Promise<Impact>,
        },
        update: (_: unknown, __: unknown, shown: PreviewToken) => write(shown),
      };
      const ask = isOfPauses
        ? (impactPreview: ImpactPreview) =>
            pauses(impactPreview) ? confirmImpact(impactPreview) : Promise.resolve(true)
        : confirmImpact;
      return saveWithPreview<{ change: true }, Certificate>(source, { change: true }, input, ask);
    };
  return { impact, asShown };
}

type At = { readonly id: string; readonly version: number };

const pauses = ({ impact: { consequences } }: ImpactPreview) =>
  consequences.some(({ verb, count }) => verb === "paused" && count > 0);
