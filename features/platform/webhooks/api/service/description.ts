import { eventTypes } from "#base/eventTypes.ts";
import { hourMs, minuteMs, secondMs } from "#base/time.ts";
import { oldSecretMs, retryDelaysMs, secretPrefix, signatureHeaders } from "#features/platform/webhooks/rules.ts";

const required = ["id", "type", "occurredAt", "resource", "resourceId", "sequence", "data"] as const;
const text = { type: "string" };

/** What receivers get, as OpenAPI 3.1 describes it: all that the author of a receiver needs (Standard Webhooks 1.0). */
export const webhookDescription = {
  event: {
    post: {
      operationId: "webhook_event",
      summary: "The request that Mizan sends to webhooks subscribed to this event type",
      tags: ["webhooks"],
      description:
        "Signed according to Standard Webhooks 1.0. To verify that a request comes from Mizan: take the secret without " +
        `\`${secretPrefix}\`, decode the rest as base64, and use it to compute the HMAC-SHA-256 of ` +
        `\`{${signatureHeaders.id}}.{${signatureHeaders.timestamp}}.{body}\`, with the body byte for byte as received. ` +
        `One of the signatures in \`${signatureHeaders.signature}\` must be \`v1,\` and the result in base64. Reject requests ` +
        "older than five minutes. The same ID can arrive more than once: process it once. Events of one record arrive in " +
        "order; events of different records don’t wait for each other. A replayed event arrives late: ignore it if its " +
        "`sequence` is lower than the last one you received for the record.",
      security: [],
      parameters: [
        header(signatureHeaders.id, "ID of the event, the same at every attempt and replay.", text),
        header(signatureHeaders.timestamp, "Time of this attempt, in seconds since 1970.", {
          type: "string",
          pattern: "^\\d+$",
        }),
        header(
          signatureHeaders.signature,
          `With spaces between; two for ${oldSecretMs / hourMs} hours after a new secret was made.`,
          { type: "string", examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="] },
        ),
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required,
              properties: {
                id: { ...text, format: "uuid" },
                type: { ...text, enum: [...eventTypes, "webhook.ping"] },
                occurredAt: { ...text, format: "date-time" },
                resource: { ...text, description: "The type of the record, such as `certificates`." },
                resourceId: text,
                sequence: {
                  type: "integer",
                  description: "Increases with every event of a record. It has gaps.",
                },
                data: { type: "object", description: "Data that depends on the event type: IDs, codes, a reason." },
              },
            },
          },
        },
      },
      responses: {
        "2XX": { description: "Delivered. The response body is not read." },
        "410": { description: "Pauses the webhook: no more events are sent." },
        default: {
          description:
            "Any other response, a redirect, or no response within 3 seconds: it is sent again, " +
            `${retryDelaysMs.length} times at most, after ${retryDelaysMs.map(inWords).join(", ")}.`,
        },
      },
    },
  },
} as const;

function header(name: string, description: string, schema: object) {
  return { name, in: "header", required: true, description, schema } as const;
}

function inWords(ms: number): string {
  if (ms < minuteMs) return `${ms / secondMs} s`;
  return ms < hourMs ? `${ms / minuteMs} min` : `${ms / hourMs} h`;
}
