// What the actions on trackings have in common: parameters that are fields of the row, and how they are checked.
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { ActionDeclaration, FieldDeclaration } from '#resource/define-resource.ts';
import { zoneNames } from '../reference/zone-by-id.ts';
import { checkParameters } from '../sent-parameters.ts';
import { zoneFields } from './name-zones.ts';

/** Fields by name. */
export type Fields = Readonly<Record<string, FieldDeclaration>>;

/** Actions by name. */
export type Actions = Readonly<Record<string, ActionDeclaration<'timeTrackings'>>>;

/** Of a parameter that names a zone. */
export const zone = { maxLength: 64 };

const numbers = [1, 2, 3, 4, 5, 6];

/** Names of fields that an account uses as it likes. */
export const extras = ['t_iv', 'u_iv'].flatMap((prefix) => numbers.map((number) => `${prefix}_${number}`));

type Runs<Told> = (call: Told, view: ActionView) => ActionAnswer;

/** The action, refusing parameters that say nothing; zones have names, however they were sent. */
export function checked<Told extends Call<'timeTrackings'>>(run: Runs<Told>): Runs<Told> {
  return (call, view) => {
    checkParameters(call.parameters);
    const named = zoneNames(call.values, zoneFields, view);
    return run({ ...call, values: { ...call.values, ...named } }, view);
  };
}

/** The row's fields of these names as parameters that need not be sent. */
export function taken(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.map((name) => {
      const known = fields[name];
      if (known === undefined) throw new Error(`timeTrackings has no field ${name}`);
      return [name, { ...known, create: 'O', read: '-', update: '-', required: false }];
    }),
  );
}
