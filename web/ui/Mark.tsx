type MarkProps = { readonly size?: number; readonly className?: string | undefined };

/**
 * The product's mark: a balance (ميزان) inside an eight-pointed star. Hidden from screen readers: name it in text
 * beside it.
 */
export const Mark = ({ size = 32, className }: MarkProps) => (
  <svg className={className} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--primary)" />
    <g fill="none" stroke="#fff" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <path d={starOutline} />
      <path d={balance} />
    </g>
  </svg>
);

/** Two equal squares, one turned by 45°, drawn as their common outline around (16, 16). */
const starOutline =
  "M27.2 16l-3.28 3.28v4.64h-4.64L16 27.2l-3.28-3.28H8.08v-4.64L4.8 16l3.28-3.28V8.08h4.64L16 4.8l3.28 3.28h4.64v4.64z";

/** Post and base, the beam, and a pan hanging from either end. */
const balance =
  "M16 10.6v9.6M13.4 20.4h5.2M11.2 12.4h9.6M11.2 12.5l-1.9 4.1a2.05 1.7 0 0 0 3.8 0zM20.8 12.5l-1.9 4.1a2.05 1.7 0 0 0 3.8 0z";
