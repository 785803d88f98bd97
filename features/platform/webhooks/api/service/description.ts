import { eventTypes } from "#base/eventTypes.ts";
import { hourMs, minuteMs, secondMs } from "#base/time.ts";
import { oldSecretMs, retryDelaysMs, secretPrefix, signatureHeaders } from "#features/platform/webhooks/rules.ts";

const required = ["id", "type", "occurredAt", "resource", "resourceId", "sequence", "data"] as const;
const text = { type: "string" };

/** What receivers are sent, as OpenAPI 3.1 has it: whoever writes one needs nothing else (Standard Webhooks 1.0). */
export const webhookDescription = {
  event: {
    post: {
      operationId: "webhook_event",
      summary: "What Mizan posts to the address of a webhook that wants events of this type",
      tags: ["webhooks"],
      description:
        "Signed after Standard Webhooks 1.0. To tell that it is us: take the secret without " +
        `\`${secretPrefix}\`, read the rest as base64, and make the HMAC-SHA-256 of ` +
        `\`{${signatureHeaders.id}}.{${signatureHeaders.timestamp}}.{body}\` with it, the body byte for byte as it came. ` +
        `One of the signatures in \`${signatureHeaders.signature}\` must be \`v1,\` and that in base64. Refuse what is older ` +
        "than five minutes. The same id may come again: act on it once. Events of one record arrive in order; events of " +
        "different records don't wait for each other. A replayed event arrives late: ignore it if its `sequence` is lower " +
        "than the last one you saw for the record.",
      security: [],
      parameters: [
        header(signatureHeaders.id, "Of the event, at every attempt and replay the same.", text),
        header(signatureHeaders.timestamp, "Of this attempt, in seconds since 1970.", {
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
                resource: { ...text, description: "What kind of record it happened to, such as `certificates`." },
                resourceId: text,
                sequence: {
                  type: "integer",
                  description: "Increases with every event of a record. It has gaps.",
                },
                data: { type: "object", description: "Facts by the type of the event: ids, codes, a reason." },
              },
            },
          },
        },
      },
      responses: {
        "2XX": { description: "It arrived. What is answered besides is not read." },
        "410": { description: "Send no more: the webhook is paused." },
        default: {
          description:
            "Anything else, a redirect, or no answer within 3 seconds: it is sent again, " +
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
