// Fields with the control that most of them have: a line of text, a date or a time, a choice, a search.
import type { Ref } from 'preact';
import type { Choice } from './form-field.tsx';
import { Field } from './field.tsx';

interface NamedProps {
  readonly name: string;
  readonly hint?: string;
  readonly error?: string | null | undefined;
  readonly value: string;
}

type Kind = { readonly type: 'text' };

interface TextProps extends NamedProps {
  readonly type?: 'text' | 'date' | 'time';
  readonly mode?: 'decimal';
  /** Hears each key; of a date or a time, each whole value. */
  readonly onText: (text: string) => void;
}

/** A field with one line of text, a date or a time. */
export function TextField({ type = 'text', value, mode, onText, ...named }: TextProps) {
  const tell = (event: { readonly currentTarget: HTMLInputElement }): void =>
    onText(event.currentTarget.value);
  const hear = type === 'text' ? { onInput: tell } : { onChange: tell };
  return (
    <Field {...named}>
      {(control) => (
        <input
          {...{
            ...control,
            ...hear,
            ...({ type } as Kind),
            ...(mode === undefined ? {} : { inputMode: mode }),
          }}
          class="input"
          autocomplete="off"
          value={value}
        />
      )}
    </Field>
  );
}

interface SelectProps extends NamedProps {
  readonly options: readonly Choice[];
  readonly onPick: (value: string) => void;
}

/** A field in which one of several is chosen. */
export function SelectField({ value, options, onPick, ...named }: SelectProps) {
  return (
    <Field {...named}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onPick(event.currentTarget.value)}>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface SearchProps {
  readonly label: string;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly look?: string;
  readonly onText: (text: string) => void;
}

/** A field that narrows a list while one types. */
export function SearchField({ label, inputRef, look = '', onText }: SearchProps) {
  return (
    <input
      ref={inputRef}
      {...{ class: `input presence-search ${look}`, 'aria-label': label, placeholder: label }}
      type="search"
      onInput={(event) => onText(event.currentTarget.value)}
    />
  );
}
