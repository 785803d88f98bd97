// The package types only its barrel, whose 5,900 icons would be read with it.
declare module "@tabler/icons-react/dist/esm/icons/*.mjs" {
  import type { ReactNode, SVGProps } from "react";

  type IconProps = Omit<SVGProps<SVGSVGElement>, "stroke" | "ref"> & {
    size?: string | number;
    stroke?: string | number;
  };

  const Icon: (props: IconProps) => ReactNode;
  export default Icon;
}
