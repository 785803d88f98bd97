import * as z from "zod/mini";
import * as fields from "#base/fields.ts";

/** The social networks, and the domains of their URLs; the first is shown. */
export const socialHosts = {
  instagram: ["instagram.com"],
  facebook: ["facebook.com", "fb.com"],
  tiktok: ["tiktok.com"],
  youtube: ["youtube.com", "youtu.be"],
  x: ["x.com", "twitter.com"],
  snapchat: ["snapchat.com"],
  linkedin: ["linkedin.com"],
  whatsapp: ["whatsapp.com", "wa.me"],
} as const;

export type SocialKind = keyof typeof socialHosts;
export const socialKinds = Object.keys(socialHosts) as SocialKind[];

/** The names of the networks. */
export const socialNames: Readonly<Record<SocialKind, { en: string; ar: string }>> = {
  instagram: { en: "Instagram", ar: "إنستغرام" },
  facebook: { en: "Facebook", ar: "فيسبوك" },
  tiktok: { en: "TikTok", ar: "تيك توك" },
  youtube: { en: "YouTube", ar: "يوتيوب" },
  x: { en: "X", ar: "إكس" },
  snapchat: { en: "Snapchat", ar: "سناب شات" },
  linkedin: { en: "LinkedIn", ar: "لينكدإن" },
  whatsapp: { en: "WhatsApp", ar: "واتساب" },
};

/** The domain or a subdomain: `m.facebook.com`, and not `notfacebook.com`. Another check reports invalid URLs. */
function isAt(address: string, hosts: readonly string[]): boolean {
  const host = /^https:\/\/([^\s/?#:@]+)(?:[/?#:]|$)/i.exec(address.trim())?.[1]?.toLowerCase();
  return host === undefined || hosts.some((known) => host === known || host.endsWith(`.${known}`));
}

const address = (hosts: readonly string[]) =>
  fields
    .httpsUrl()
    .check(z.refine((value) => isAt(value, hosts), { error: "social_host", params: { host: hosts[0] } }));

/** A company's social media URLs by kind. Omitted kinds have none. */
export const Social = z.strictObject({
  instagram: z.optional(address(socialHosts.instagram)),
  facebook: z.optional(address(socialHosts.facebook)),
  tiktok: z.optional(address(socialHosts.tiktok)),
  youtube: z.optional(address(socialHosts.youtube)),
  x: z.optional(address(socialHosts.x)),
  snapchat: z.optional(address(socialHosts.snapchat)),
  linkedin: z.optional(address(socialHosts.linkedin)),
  whatsapp: z.optional(address(socialHosts.whatsapp)),
});
export type Social = z.output<typeof Social>;
