import { expect, test } from "vitest";
import { brands } from "#features/brands/contract.ts";
import { certifiers } from "#features/certifiers/contract.ts";
import { pickBody, pickBrand } from "#features/certificates/web/usePickables.ts";

const sources = [
  { name: "brands", source: pickBrand, operation: brands.list },
  { name: "certifying bodies", source: pickBody, operation: certifiers.list },
];

test.each(sources)(
  "what is known of the list of $name before its contract is what the contract says",
  async ({ source, operation }) => {
    const { method, path, permission } = operation;
    expect(source.operation).toMatchObject({ method, path, permission });
    expect("load" in source.operation && (await source.operation.load())).toBe(operation);
  },
);
