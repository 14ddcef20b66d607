// An icon of the one set, drawn in the colour of the text around it.
import { iconPaths } from './icon-paths.ts';

/** Name of an icon. */
export type IconName = keyof typeof iconPaths;

/** Draws an icon; it is for the eye alone, a word says what it means. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
