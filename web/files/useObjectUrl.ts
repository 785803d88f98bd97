import { useEffect, useState } from "react";

/** An address of bytes in memory, as long as this component shows them. */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [made, setMade] = useState<{ readonly blob: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made outside of React, and revoked there
    setMade({ blob, url });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  // Never that of the bytes before: it may be revoked.
  return made !== null && made.blob === blob ? made.url : null;
}
