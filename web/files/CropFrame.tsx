import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import classes from "#web/files/CropFrame.module.css";
import { type Corner, type CropBox, corners, moveBox, moveCorner } from "#web/files/cropBox.ts";
import { formatPercent } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type CropFrameProps = {
  readonly box: CropBox;
  readonly ratio: number | null;
  readonly onChange: (box: CropBox) => void;
};

/** Step of the arrow keys: 1% of the picture, or 10% with Shift. */
const stepPart = 0.01;
const steps: Readonly<Record<string, { readonly dx: number; readonly dy: number }>> = {
  ArrowLeft: { dx: -stepPart, dy: 0 },
  ArrowRight: { dx: stepPart, dy: 0 },
  ArrowUp: { dx: 0, dy: -stepPart },
  ArrowDown: { dx: 0, dy: stepPart },
};

/** The crop frame over a picture, with its four corners. Pictures are not mirrored in right-to-left screens. */
export function CropFrame({ box, ratio, onChange }: CropFrameProps) {
  const t = useMessages("files");
  const language = useLanguage();
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const apply = (part: Corner | "box", step: { readonly dx: number; readonly dy: number }) =>
    onChange(part === "box" ? moveBox(box, step) : moveCorner(box, part, step, ratio));
  const handleKey = (part: Corner | "box") => (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const times = event.shiftKey ? 10 : 1;
    apply(part, { dx: step.dx * times, dy: step.dy * times });
  };
  const handleDown = (event: PointerEvent) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = { x: event.clientX, y: event.clientY };
  };
  const handleMove = (part: Corner | "box") => (event: PointerEvent) => {
    const from = last.current;
    const picture = event.currentTarget.closest(`.${classes.layer}`)?.getBoundingClientRect();
    if (from === null || !picture) return;
    last.current = { x: event.clientX, y: event.clientY };
    apply(part, { dx: (event.clientX - from.x) / picture.width, dy: (event.clientY - from.y) / picture.height });
  };
  const handlersOf = (part: Corner | "box") => ({
    onKeyDown: handleKey(part),
    onPointerDown: handleDown,
    onPointerMove: handleMove(part),
    onPointerUp: () => void (last.current = null),
    onPointerCancel: () => void (last.current = null),
  });
  const percent = (part: number) => formatPercent(language, part);
  const style = {
    left: `${box.x * 100}%`,
    top: `${box.y * 100}%`,
    width: `${box.width * 100}%`,
    height: `${box.height * 100}%`,
  };
  return (
    <div className={classes.layer} dir="ltr">
      <div className={classes.shade}>
        <div className={classes.light} style={style} />
      </div>
      <div className={classes.box} style={style}>
        <button
          type="button"
          className={classes.inside}
          aria-label={t("crop.box", { width: percent(box.width), height: percent(box.height) })}
          {...handlersOf("box")}
        />
        {corners.map((corner) => (
          <button
            key={corner}
            type="button"
            className={classes.corner}
            data-corner={corner}
            aria-label={t(`crop.corners.${corner}`)}
            {...handlersOf(corner)}
          />
        ))}
      </div>
    </div>
  );
}
