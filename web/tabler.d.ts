// The package has types only for its barrel, which would load 5,900 icons.
declare module "@tabler/icons-react/dist/esm/icons/*.mjs" {
  import type { ReactNode, SVGProps } from "react";

  type IconProps = Omit<SVGProps<SVGSVGElement>, "stroke" | "ref"> & {
    size?: string | number;
    stroke?: string | number;
  };

  const Icon: (props: IconProps) => ReactNode;
  export default Icon;
}
