import type { ReactNode } from "react";
import type { PicturedProduct } from "#features/retail/assignments/contract/rows.ts";
import classes from "#features/retail/assignments/panes/web/ProductCell.module.css";
import { Thumbnail } from "#web/files/FilePicture.tsx";

type ProductCellProps = { readonly image: PicturedProduct["image"]; readonly children: ReactNode };

/** A product's picture beside its name and facts. */
export const ProductCell = ({ image, children }: ProductCellProps) => (
  <div className={classes.cell}>
    <Thumbnail image={image} sizePx={32} />
    <div>{children}</div>
  </div>
);
