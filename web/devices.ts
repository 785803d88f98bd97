const browsers = [
  ["Edge", /\bEdg(?:A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;
const systems = [
  ["iPadOS", /\biPad\b/],
  ["iOS", /\biPhone\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** Names a browser from its user agent. Other programs are named by the first word of theirs. */
export function describeDevice(userAgent: string) {
  const named = (names: typeof browsers | typeof systems) => names.find(([, sign]) => sign.test(userAgent))?.[0];
  const program = /^[\w.-]{2,40}/.exec(userAgent)?.[0];
  return {
    browser: named(browsers) ?? (program === "Mozilla" ? undefined : program),
    system: named(systems),
    isMobile: /\b(?:Mobile|Android|iPhone|iPad)\b/.test(userAgent),
  };
}
