import { useNavigate } from "@tanstack/react-router";
import { homePath } from "#web/guard.ts";
import { useKeys } from "#web/ui/useKeys.ts";
import { useWords } from "#web/useWords.ts";

type FrameKeys = { readonly onHelp: () => void; readonly onSearch: () => void; readonly onFold: () => void };

/** The keys that work on every screen. */
export function useFrameKeys({ onHelp, onSearch, onFold }: FrameKeys): void {
  const words = useWords("layout");
  const navigate = useNavigate();
  useKeys([
    { keys: "mod+k", label: words("keys.search"), onKey: onSearch, scope: "everywhere" },
    { keys: "[", label: words("keys.fold"), onKey: onFold, scope: "everywhere" },
    { keys: "g h", label: words("keys.home"), onKey: () => void navigate({ to: homePath }), scope: "everywhere" },
    { keys: "?", label: words("keys.help"), onKey: onHelp, scope: "everywhere" },
  ]);
}
