import { expectTypeOf, test } from "vitest";
import type { KeyUnder, MessageKey, Translate } from "#web/messageKeys.ts";
import type { useWords } from "#web/useWords.ts";
import "#features/brands/web/routes.tsx";

// The compiler proves these: `npm run check` fails where one of them does not hold.
type Brands = Translate<MessageKey<"brands">>;

test("a key that nobody has written does not compile", () => {
  expectTypeOf<Brands>().toBeCallableWith("title");
  expectTypeOf<Brands>().toBeCallableWith("columns.name");
  // @ts-expect-error: there is no such message
  expectTypeOf<Brands>().toBeCallableWith("titel");
  // @ts-expect-error: this is a group of messages
  expectTypeOf<Brands>().toBeCallableWith("columns");
  // @ts-expect-error: there is no such area
  expectTypeOf<typeof useWords>().toBeCallableWith("brand");
});

test("a computed key compiles where every one it may become has a message", () => {
  expectTypeOf<`status.${"active" | "draft"}`>().toExtend<MessageKey<"brands">>();
  expectTypeOf<`status.${"active" | "activ"}`>().not.toExtend<MessageKey<"brands">>();
  expectTypeOf<`status.${string}`>().not.toExtend<MessageKey<"brands">>();
});

test("a key from the wire says what stands where it has no message", () => {
  const fromWire: string = "reopen";
  expectTypeOf<Brands>().toBeCallableWith(`activity.${fromWire}`, { defaultValue: fromWire });
  // @ts-expect-error: it does not say so
  expectTypeOf<Brands>().toBeCallableWith(`activity.${fromWire}`, {});
});

test("a counted message is asked for without its plural form", () => {
  expectTypeOf<"things">().toExtend<MessageKey<"brands">>();
  expectTypeOf<"things_one">().not.toExtend<MessageKey<"brands">>();
});

test("a part that every area uses asks for some messages, and an area that lacks one does not compile", () => {
  expectTypeOf<Brands>().toExtend<Translate<"title" | "rowLinks.duplicate">>();
  expectTypeOf<Brands>().not.toExtend<Translate<"title" | "rowLinks.nothing">>();
  expectTypeOf<Translate<string>>().toExtend<Brands>();
  expectTypeOf<"active">().toExtend<KeyUnder<"status", MessageKey<"brands">>>();
  expectTypeOf<"activ">().not.toExtend<KeyUnder<"status", MessageKey<"brands">>>();
});
