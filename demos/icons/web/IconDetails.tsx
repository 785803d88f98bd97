import { Button, NativeSelect, Switch } from "@mantine/core";
import { useState } from "react";
import type { CatalogueIcon } from "#demos/icons/rules.ts";
import classes from "#demos/icons/web/IconCatalogue.module.css";
import { MaterialIcon } from "#demos/icons/web/MaterialIcon.tsx";
import { useIconSvg } from "#demos/icons/web/useIconSvg.ts";
import { UsedBy } from "#demos/icons/web/UsedBy.tsx";
import { textOf } from "#web/textOf.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconCopy, IconFlipHorizontal, IconStar, IconStarFilled, IconX } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useCopying } from "#web/ui/useCopy.ts";
import { useMessages } from "#web/useMessages.ts";

const sizes = [18, 24, 32, 48, 72] as const;
const colours = ["text", "link", "info", "warn", "error"] as const;

type IconDetailsProps = {
  readonly icon: CatalogueIcon;
  readonly isFavourite: boolean;
  readonly onToggleFavourite: () => void;
  readonly onClose: () => void;
};

/** An icon in a chosen size and colour, what to copy of it, and where it is used. */
export function IconDetails({ icon, isFavourite, onToggleFavourite, onClose }: IconDetailsProps) {
  const t = useMessages("icons");
  const shell = useMessages();
  const [sizePx, setSizePx] = useState<number>(48);
  const [colour, setColour] = useState<(typeof colours)[number]>("text");
  const [isRtl, setRtl] = useState(false);
  const Star = isFavourite ? IconStarFilled : IconStar;
  return (
    <section aria-label={t("details.label", { name: icon.name })}>
      <div className={classes.head}>
        <h2 dir="ltr">{icon.name}</h2>
        <IconButton
          label={t(isFavourite ? "details.unfavourite" : "details.favourite")}
          isPressed={isFavourite}
          onClick={onToggleFavourite}
        >
          <Star size={20} aria-hidden />
        </IconButton>
        <IconButton label={shell("buttons.close")} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </IconButton>
      </div>
      <div className={classes.preview}>
        <MaterialIcon icon={icon} sizePx={sizePx} color={`var(--${colour})`} isFlipped={isRtl && icon.isMirrored} />
      </div>
      <div className={classes.choices}>
        <NativeSelect
          label={t("details.size")}
          value={String(sizePx)}
          data={sizes.map((px) => ({ value: String(px), label: t("details.sizes", { px }) }))}
          onChange={({ currentTarget }) => setSizePx(Number(currentTarget.value))}
        />
        <NativeSelect
          label={t("details.colour")}
          value={colour}
          data={colours.map((each) => ({ value: each, label: t(`details.colours.${each}`) }))}
          onChange={({ currentTarget }) => setColour(currentTarget.value as (typeof colours)[number])}
        />
      </div>
      <Switch
        label={t("details.rtl")}
        checked={isRtl}
        onChange={({ currentTarget }) => setRtl(currentTarget.checked)}
      />
      <p className={classes.mirrors}>
        {icon.isMirrored && <IconFlipHorizontal size={16} aria-hidden />}
        {t(icon.isMirrored ? "details.mirrors" : "details.stays")}
      </p>
      <CopyButtons icon={icon} />
      <h3>{t("details.tags")}</h3>
      <ul className={classes.tags}>
        {icon.tags.map((tag) => (
          <li key={tag} dir="auto">
            {tag}
          </li>
        ))}
      </ul>
      <UsedBy name={icon.name} />
    </section>
  );
}

function CopyButtons({ icon }: { readonly icon: CatalogueIcon }) {
  const t = useMessages("icons");
  const copy = useCopying();
  const toast = useToast();
  const readSvg = useIconSvg();
  const copyText = (text: string, what = text) => void copy(text, t("copy.done", { what }));
  const copySvg = () =>
    void readSvg(icon).then(
      (svg) => copyText(svg, "SVG"),
      (failure: unknown) => toast({ variant: "error", text: textOf(failure) }),
    );
  const code = icon.code.toString(16);
  return (
    <div className={classes.copies}>
      {(
        [
          ["ligature", () => copyText(icon.name)],
          ["code", () => copyText(code)],
          ["svg", copySvg],
        ] as const
      ).map(([kind, onClick]) => (
        <Button
          key={kind}
          variant="default"
          justify="flex-start"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={onClick}
        >
          {t(`copy.${kind}`)}
          {kind === "code" && <code dir="ltr">{code}</code>}
        </Button>
      ))}
    </div>
  );
}
