import styles from "#web/layout/MenuFoot.module.css";
import { ReleaseLine } from "#web/layout/ReleaseLine.tsx";
import { IconKeyboard, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "#web/ui/icons.ts";
import { Kbd } from "#web/ui/Kbd.tsx";
import { useMessages } from "#web/useMessages.ts";

type MenuFootProps = {
  readonly isFolded: boolean;
  readonly isWide: boolean;
  readonly onFold: () => void;
  readonly onKeys: () => void;
};

/** Below the menu: the collapse button, the sample-data note, and the version. */
export function MenuFoot({ isFolded, isWide, onFold, onKeys }: MenuFootProps) {
  const messages = useMessages();
  const Icon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const keys = useMessages("layout")("keys.title");
  const label = messages(isFolded ? "frame.unfoldMenu" : "frame.foldMenu");
  return (
    <div className={styles.foot} data-wide={isWide || undefined}>
      <button type="button" className={styles.fold} aria-label={label} aria-keyshortcuts="[" onClick={onFold}>
        <Icon size={20} aria-hidden="true" className="flip" />
        {isWide && (
          <>
            <span>{label}</span>
            <Kbd>[</Kbd>
          </>
        )}
      </button>
      {isWide && (
        // Also for users who turned single-key shortcuts off.
        <button type="button" className={styles.fold} aria-keyshortcuts="?" onClick={onKeys}>
          <IconKeyboard size={20} aria-hidden="true" />
          <span>{keys}</span>
          <Kbd>?</Kbd>
        </button>
      )}
      {isWide && <ReleaseLine />}
    </div>
  );
}
