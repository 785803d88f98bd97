import { expectTypeOf, test } from "vitest";
import type { KeyUnder, MessageKey, Translate } from "#web/messageKeys.ts";
import type { useMessages } from "#web/useMessages.ts";
import "#features/catalogue/brands/web/routes.tsx";

// Checked by the compiler: `npm run check` fails if one of these is wrong.
type Brands = Translate<MessageKey<"brands">>;

test("a key without a message does not compile", () => {
  expectTypeOf<Brands>().toBeCallableWith("title");
  expectTypeOf<Brands>().toBeCallableWith("columns.name");
  // @ts-expect-error: there is no such message
  expectTypeOf<Brands>().toBeCallableWith("titel");
  // @ts-expect-error: this is a group of messages
  expectTypeOf<Brands>().toBeCallableWith("columns");
  // @ts-expect-error: there is no such area
  expectTypeOf<typeof useMessages>().toBeCallableWith("brand");
});

test("a computed key compiles if all its possible values have messages", () => {
  expectTypeOf<`status.${"active" | "draft"}`>().toExtend<MessageKey<"brands">>();
  expectTypeOf<`status.${"active" | "activ"}`>().not.toExtend<MessageKey<"brands">>();
  expectTypeOf<`status.${string}`>().not.toExtend<MessageKey<"brands">>();
});

test("a key from the API needs a default text", () => {
  const fromWire: string = "reopen";
  expectTypeOf<Brands>().toBeCallableWith(`activity.${fromWire}`, { defaultValue: fromWire });
  // @ts-expect-error: there is no default text
  expectTypeOf<Brands>().toBeCallableWith(`activity.${fromWire}`, {});
});

test("a counted message is used without its plural suffix", () => {
  expectTypeOf<"things">().toExtend<MessageKey<"brands">>();
  expectTypeOf<"things_one">().not.toExtend<MessageKey<"brands">>();
});

test("a shared part names the messages that it needs, and an area that lacks one does not compile", () => {
  expectTypeOf<Brands>().toExtend<Translate<"title" | "rowLinks.duplicate">>();
  expectTypeOf<Brands>().not.toExtend<Translate<"title" | "rowLinks.nothing">>();
  expectTypeOf<Translate<string>>().toExtend<Brands>();
  expectTypeOf<"active">().toExtend<KeyUnder<"status", MessageKey<"brands">>>();
  expectTypeOf<"activ">().not.toExtend<KeyUnder<"status", MessageKey<"brands">>>();
});
