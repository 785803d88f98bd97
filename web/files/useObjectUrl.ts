import { useEffect, useState } from "react";

/** An object URL for bytes in memory, revoked when this component unmounts. */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [made, setMade] = useState<{ readonly blob: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- the object URL is created and revoked outside of React
    setMade({ blob, url });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  // Never the URL of the previous bytes: it may be revoked already.
  return made !== null && made.blob === blob ? made.url : null;
}
