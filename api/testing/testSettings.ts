/** What a test's API needs to know about its host. */
export const testSettings = {
  publicUrl: "https://mizan.test",
  host: "node",
  allowsCredentialsInUrl: false,
  signInProviders: [],
  version: "0.0.0",
} as const;
