import type { Ctx } from "#api/context.ts";

/**
 * A body that is read as it is sent. The first chunk is read before the status line is sent, so that an immediate
 * failure is still an ordinary refusal or fault. A later one is logged as `failureEvent`.
 */
export async function chunkStream(
  chunks: AsyncGenerator<Uint8Array>,
  ctx: Ctx,
  failureEvent: string,
): Promise<ReadableStream<Uint8Array>> {
  let next: IteratorResult<Uint8Array> | null = await chunks.next();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = next ?? (await chunks.next());
        next = null;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        // The status line is already sent, so the only way to report the failure is to abort the body.
        ctx.log.error(failureEvent, { requestId: ctx.requestId, error: String(error) });
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
