import { accentShades, BRAND } from '@candor/runtime/brand';

interface Props {
  name: string;
  /** As typed. */
  accent: string;
}

/** How a button of the organization looks, on a light page and on a dark one. */
export function BrandSample({ name, accent }: Props) {
  const { accent: ground, 'on-accent': text } = accentShades(accent || BRAND.accent);
  return (
    <p class="brand-sample" aria-hidden="true">
      {([0, 1] as const).map((shade) => (
        <span key={shade} class={shade === 0 ? 'on-light' : 'on-dark'}>
          <span style={{ background: ground?.[shade], color: text?.[shade] }}>{name}</span>
        </span>
      ))}
    </p>
  );
}
