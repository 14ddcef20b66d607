// The account's own fields in the form of a booking, after those that every account has.
import { useEffect, useState } from 'preact/hooks';
import { bodyOf, textOf, type Row } from '../domain/form.ts';
import type { Id } from '../domain/rows.ts';
import { FormControl } from '../parts/form-field.tsx';
import { trackingOf } from '../store/bookings.ts';
import { readOwn } from '../store/bookings-whole.ts';
import { storedId } from '../store/ids.ts';
import { loadOwnFields, ownFields } from '../store/own-fields.ts';
import { language } from '../words/words.ts';

/** What is wrong with one of them. */
export interface OwnError {
  readonly field: string;
  readonly text: string;
}

/** The fields of the booking with this id, or of a new one. Those of a stored one are there when its values are. */
export function useOwnFields(id: Id | null) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isRead, setRead] = useState(false);
  const load = async (): Promise<void> => {
    await loadOwnFields();
    if (id === null || ownFields.value.length === 0) return;
    setRead((await readOwn([storedId(id)])).refusal === null);
  };
  useEffect(() => void load(), []);
  const row = id === null ? null : ((trackingOf(id) ?? {}) as Row);
  const fields = isRead || id === null ? ownFields.value : [];
  return {
    names: fields.map(({ name }) => name),
    /** What was typed, to be sent. */
    body: bodyOf(fields, typed, row, language.value),
    draw: (error: OwnError | undefined) =>
      fields.map((field) => {
        const value = typed[field.name] ?? textOf(field, row, language.value);
        return (
          <FormControl
            key={field.name}
            {...{ field, value, label: field.title, hint: '' }}
            error={error?.field === field.name ? error.text : null}
            choices={field.choices.map((one) => ({ value: one, text: one }))}
            onInput={(text) => setTyped({ ...typed, [field.name]: text })}
          />
        );
      }),
  };
}
