import { useState } from "react";
import styles from "#web/ui/Avatar.module.css";

type AvatarProps = { readonly name: string; readonly size?: 24 | 32 | 40; readonly photoUrl?: string | undefined };

/**
 * A user's photo, or the initials if there is none or it can't be loaded. The name is shown beside it, so screen
 * readers skip it.
 */
export function Avatar({ name, size = 32, photoUrl = "" }: AvatarProps) {
  const [broken, setBroken] = useState("");
  const box = { inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.375) };
  return photoUrl !== "" && photoUrl !== broken ? (
    <img className={styles.avatar} style={box} src={photoUrl} alt="" onError={() => setBroken(photoUrl)} />
  ) : (
    <span className={styles.avatar} style={box} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** `Huda Darwish` → `HD`. Arabic letters join, so two of them are separated. */
export function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/u).filter(Boolean);
  const ends = names.length > 1 ? [names[0], names.at(-1)] : names;
  const initials = ends.map((one) => [...(one ?? "")][0]?.toLocaleUpperCase() ?? "");
  return initials.join(initials.some((email) => /\p{Script=Arabic}/u.test(email)) ? "\u200c" : "");
}
