import type messages from "#features/halal/certifiers/web/messages.en.json";
import { withListWords } from "#web/list/withListWords.ts";
import { withRecordWords } from "#web/record/withRecordWords.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    certifiers: typeof messages;
  }
}

const contract = () => import("#features/halal/certifiers/contract.ts");
const loadList = () =>
  withListWords(import("#features/halal/certifiers/web/BodyListScreen.tsx").then((module) => module.BodyListScreen));
const loadBody = () => {
  // The form is half of the screen's weight and a part of its own; asked for here, it travels beside the rest.
  void import("#features/halal/certifiers/web/BodyDetails.tsx");
  return withRecordWords(import("#features/halal/certifiers/web/BodyScreen.tsx").then((module) => module.BodyScreen));
};
const loadRecognition = () =>
  withRecordWords(
    import("#features/halal/certifiers/web/RecognitionScreen.tsx").then((module) => module.RecognitionScreen),
  );

/** Who certifies, and who recognises whom. The standards have screens of their own (features/halal/standards). */
export const certifierScreens: Screens = {
  name: "certifiers",
  words: {
    en: () => import("#features/halal/certifiers/web/messages.en.json"),
    ar: () => import("#features/halal/certifiers/web/messages.ar.json"),
  },
  menuTitles: {
    "Certifying Bodies": { ar: "جهات المنح" },
    Recognition: { ar: "الاعتراف" },
  },
  routes: [
    { path: "/apps/certifier", needs: "session", load: loadList, redirectTo: "/apps/certifier/bodies" },
    { path: "/apps/certifier/bodies", needs: async () => (await contract()).certifiers.list, load: loadList },
    { path: "/apps/certifier/bodies/new", needs: async () => (await contract()).certifiers.create, load: loadBody },
    { path: "/apps/certifier/bodies/$bodyId", needs: async () => (await contract()).certifiers.get, load: loadBody },
    {
      path: "/apps/certifier/recognition",
      needs: async () => (await contract()).recognitions.list,
      load: loadRecognition,
    },
  ],
};
