import type { PublishingStatus } from "#base/publishedTexts.ts";
import type { Tone } from "#web/ui/StatusBadge.tsx";

export const publishingTones: Readonly<Record<PublishingStatus, Tone>> = {
  draft: "mute",
  in_review: "info",
  published: "ok",
  archived: "mute",
};
