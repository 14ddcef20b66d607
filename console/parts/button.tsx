// Buttons: with a word, with an icon, or both.
import type { ComponentChildren, Ref, TargetedMouseEvent } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** What a button may be told beside what every button has. */
export interface ButtonProps {
  readonly look?: 'primary' | 'plain' | 'danger' | 'small' | undefined;
  readonly icon?: IconName;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly class?: string;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
  readonly 'aria-pressed'?: boolean;
  readonly 'aria-disabled'?: boolean | undefined;
  readonly 'aria-expanded'?: boolean;
  readonly 'aria-controls'?: string;
  readonly children?: ComponentChildren;
}

/** A button with a word. */
export function Button({ look, icon, children, type = 'button', class: more = '', ...rest }: ButtonProps) {
  return (
    <button type={type} class={`button ${look ?? ''} ${more}`} {...rest}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button with an icon alone; its word is its name. */
export function IconButton({
  icon,
  label,
  ...rest
}: Omit<ButtonProps, 'children' | 'look'> & { readonly icon: IconName; readonly label: string }) {
  return (
    <button type="button" class="button plain icon" aria-label={label} title={label} {...rest}>
      <Icon name={icon} size={18} />
    </button>
  );
}
