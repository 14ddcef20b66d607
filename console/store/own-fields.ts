// The fields that the account has defined for bookings: read when a form shows them, because few accounts have any.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { FormField } from '../domain/form.ts';
import { ownField, type Definition } from '../domain/own-field.ts';
import { reading } from './readings.ts';

const defined = reading<Definition>('ownFields');

/** They, as far as they are here. */
export const ownFields: ReadonlySignal<readonly FormField[]> = computed(() =>
  (defined.rows.value ?? []).flatMap((row) => ownField(row) ?? []),
);

const options = JSON.stringify({ userDefinedFieldDefinitionOptions: [{}] });

/** Reads them; those that are here stay until the answer comes. */
export function loadOwnFields(): Promise<void> {
  const query = { entity: 'timeTrackings', active: 1, nestedEntities: options };
  return defined.load('userDefinedFieldDefinitions', query, { isBackground: true });
}
