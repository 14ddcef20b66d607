// The control of one field of a form, by its kind: text, number, date, tick, choice, secret.
import { useId } from 'preact/hooks';
import type { FormField } from '../domain/form.ts';
import { Field, Problem, type FieldControl } from './field.tsx';

/** Something to choose. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

interface ControlProps {
  readonly field: FormField;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly error: string | null;
  readonly choices: readonly Choice[];
  readonly onInput: (text: string) => void;
  /** The value stands: the field is left, or something was chosen. */
  readonly onCommit?: (text: string) => void;
}

/** Draws the field with its name, its hint and what is wrong with it. */
export function FormControl(props: ControlProps) {
  const { field, label, hint, error } = props;
  if (field.kind === 'flag') return <FlagControl {...props} />;
  return (
    <Field name={label} error={error} {...(hint === '' ? {} : { hint })}>
      {(control) => <Control {...props} control={control} />}
    </Field>
  );
}

function FlagControl({ field, label, hint, value, error, onInput, onCommit }: ControlProps) {
  const id = useId();
  return (
    <div class={`field ${error === null ? '' : 'wrong'}`}>
      <label class="tick" for={id}>
        <input
          id={id}
          data-field={field.name}
          type="checkbox"
          checked={value === '1'}
          {...(error === null ? {} : { 'aria-invalid': true })}
          {...(hint === '' ? {} : { 'aria-describedby': `${id}-hint` })}
          onChange={(event) => {
            const next = event.currentTarget.checked ? '1' : '0';
            onInput(next);
            onCommit?.(next);
          }}
        />
        <span>{label}</span>
      </label>
      {hint !== '' && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== null && <Problem text={error} />}
    </div>
  );
}

const types = {
  text: 'text',
  number: 'text',
  flag: 'text',
  date: 'date',
  time: 'time',
  secret: 'password',
} as const;

function Control(props: ControlProps & { readonly control: FieldControl }) {
  const { field, value, choices, onInput, onCommit } = props;
  const shared = { ...props.control, 'data-field': field.name, value, 'aria-required': field.isRequired };
  // What a row has stays, although it is offered no more.
  const isFormer = field.kind === 'choice' && value !== '' && choices.every((one) => one.value !== value);
  if (field.kind === 'choice' || field.kind === 'relation')
    return (
      <select
        {...shared}
        onChange={(event) => {
          onInput(event.currentTarget.value);
          onCommit?.(event.currentTarget.value);
        }}
      >
        {(!field.isRequired || value === '') && <option value="">–</option>}
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
        {isFormer && <option value={value}>{value}</option>}
      </select>
    );
  if (field.kind === 'lines')
    return <textarea {...shared} rows={2} onInput={(event) => onInput(event.currentTarget.value)} />;
  return (
    <input
      {...shared}
      {...({ type: types[field.kind] } as { type: 'text' })}
      maxLength={field.limits.maxLength}
      {...(field.kind === 'number' ? { inputMode: 'decimal' as const } : {})}
      {...(field.kind === 'secret' ? { autocomplete: 'new-password' } : { autocomplete: 'off' })}
      onInput={(event) => onInput(event.currentTarget.value)}
      onChange={(event) => onCommit?.(event.currentTarget.value)}
    />
  );
}
