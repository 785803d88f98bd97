// Deep imports, and not in web/ui/icons.ts, which the first page loads.
export { default as IconCrop } from "@tabler/icons-react/dist/esm/icons/IconCrop.mjs";
export { default as IconFileText } from "@tabler/icons-react/dist/esm/icons/IconFileText.mjs";
export { default as IconGripVertical } from "@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs";
export { default as IconPhoto } from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
export { default as IconPhotoOff } from "@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs";
export { default as IconRotateClockwise } from "@tabler/icons-react/dist/esm/icons/IconRotateClockwise.mjs";
export { default as IconZoomIn } from "@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs";
export { default as IconZoomOut } from "@tabler/icons-react/dist/esm/icons/IconZoomOut.mjs";
