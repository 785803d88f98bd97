/** A part with the messages that published texts share. Both are loaded on demand. */
export async function withTextMessages<Loaded>(loaded: Promise<Loaded>): Promise<Loaded> {
  const [own, { loadPublishingMessages }] = await Promise.all([
    loaded,
    import("#web/publishing/loadPublishingMessages.ts"),
  ]);
  await loadPublishingMessages();
  return own;
}
