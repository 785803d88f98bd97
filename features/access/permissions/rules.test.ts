import { describe, expect, test } from "vitest";
import { actionTitle, groupOf, permissionTitle, resourceTitle } from "#features/access/permissions/rules.ts";

describe("the name of a permission", () => {
  test.each([
    ["brands.read", "View brands", "عرض العلامات التجارية"],
    ["products.publish", "Publish brand products", "نشر منتجات العلامات"],
    ["users.viewAs", "View as another user", "العرض بصفة مستخدم آخر"],
    ["apiKeys.create", "Create API keys", "إنشاء مفاتيح API"],
  ])("%s", (permission, english, arabic) => {
    expect(permissionTitle(permission, "en")).toBe(english);
    expect(permissionTitle(permission, "ar")).toBe(arabic);
  });

  test("is its code, as words, if it has none", () => {
    expect(resourceTitle("zooKeepers", "en")).toBe("Zoo keepers");
    expect(actionTitle("feedAtNight", "ar")).toBe("Feed at night");
    expect([groupOf("zooKeepers"), groupOf("brands")]).toEqual(["platform", "catalogue"]);
  });
});
