// A field of a form: its name, its control, a hint, and what is wrong with it.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** What the control of a field needs so that name, hint and error belong to it. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

interface FieldProps {
  readonly name: string;
  readonly hint?: string;
  readonly error?: string | null | undefined;
  readonly children: (control: FieldControl) => ComponentChildren;
}

/** Draws a field around a control. */
export function Field({ name, hint, error, children }: FieldProps) {
  const id = useId();
  const isWrong = error != null && error !== '';
  const described = [...(hint === undefined ? [] : [`${id}-hint`]), ...(isWrong ? [`${id}-error`] : [])];
  return (
    <div class={`field ${isWrong ? 'wrong' : ''}`}>
      <label class="name" for={id}>
        {name}
      </label>
      {children({
        id,
        ...(described.length > 0 ? { 'aria-describedby': described.join(' ') } : {}),
        ...(isWrong ? { 'aria-invalid': true } : {}),
      })}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {isWrong && <Problem id={`${id}-error`} text={error} />}
    </div>
  );
}

/** Says what is wrong, beside its cause. */
export function Problem({ id, text }: { readonly id?: string; readonly text: string }) {
  return (
    <p class="error" role="alert" {...(id === undefined ? {} : { id })}>
      <Icon name="triangle-alert" />
      <span>{text}</span>
    </p>
  );
}
