// The package types only its barrel, whose 5,900 icons would be read with it.
declare module "@tabler/icons-react/dist/esm/icons/*.mjs" {
  import type { ComponentType, SVGProps } from "react";

  const Icon: ComponentType<
    Omit<SVGProps<SVGSVGElement>, "stroke" | "ref"> & { size?: string | number; stroke?: string | number }
  >;
  export default Icon;
}
