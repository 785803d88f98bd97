import * as z from "zod/mini";
import { operation } from "#base/contract.ts";

export const reference = {
  openApi: operation({
    method: "GET",
    path: "/api/openapi.json",
    permission: "public",
    summary: "Get this reference as an OpenAPI 3.1 document",
    input: z.object({}),
    output: z.looseObject({ openapi: z.string() }),
  }),
};
