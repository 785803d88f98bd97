import { useMemo } from "react";
import { type DocumentKind, issuedKinds } from "#features/halal/certificates/contract/vocabulary.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import type { CertificateInput } from "#features/halal/certificates/record/fields.ts";
import { type Candidate, certificateLifecycle } from "#features/halal/certificates/review/lifecycle.ts";
import { submitRequirements } from "#web/records/requirements.ts";

const tabOf = (id: string, tab: string) => ({ to: `/apps/cert/certs/${id}`, search: { tab } });

type Unsaved = {
  readonly documents: readonly { readonly kind: DocumentKind }[];
  readonly listedCount: number;
};

/** What a certificate must have to be submitted. A new one, which is not stored yet, has what is given. */
export const useCertificateRequirements = ({ documents, listedCount }: Unsaved = stored) =>
  useMemo(() => requirementsOf({ documents, listedCount }), [documents, listedCount]);

const stored: Unsaved = { documents: [], listedCount: 0 };

const requirementsOf = ({ documents, listedCount }: Unsaved) =>
  submitRequirements<CertificateInput, Certificate, Certificate["state"], Facts>(certificateLifecycle, {
    to: "submitted",
    statusOf: ({ state }) => state,
    factsOf: (values, record) => ({
      ...values,
      state: record?.state ?? "draft",
      submittedBy: null,
      userId: null,
      standardCount: values.standardIds.length,
      documentCount: (record?.documents ?? documents).filter(({ kind }) => issuedKinds.has(kind)).length,
      listedCount: record?.lineCounts.listed ?? listedCount,
      hasRenewal: false,
    }),
    bare: {
      issuedOn: null,
      validFrom: null,
      expiresOn: null,
      reviewDueOn: null,
      standardCount: 0,
      documentCount: 0,
      listedCount: 0,
    },
    places: {
      days_missing: { fields: ["issuedOn", "validFrom"] },
      end_missing: { fields: ["expiresOn"] },
      review_missing: { fields: ["reviewDueOn"] },
      standard_missing: { fields: ["standardIds"] },
      document_missing: { linkOf: ({ id }) => tabOf(id, "documents") },
      lines_missing: { linkOf: ({ id }) => tabOf(id, "scope") },
    },
  });

type Facts = Candidate & { readonly userId: string | null };
