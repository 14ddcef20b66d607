// What a call says of the tracking beside its times, as the columns of the tracking.
import type { Call } from '#resource/action.ts';
import type { Stored } from '#resource/field-type.ts';
import { isOwnName } from '#resource/own-fields.ts';
import type { Row } from '#resource/rule.ts';
import { nfcStart } from '../note-origin.ts';

const texts = ['notes', ...['t_iv', 'u_iv'].flatMap((name) => [1, 2, 3, 4, 5, 6].map((n) => `${name}_${n}`))];
const flags = ['is_billable', 'max_hours_alert'];
const position = ['lat', 'long', 'accuracy'];

/** Remarks, flags, position and origin of a call that starts or ends a tracking; only what was sent. */
export function givenValues({ values }: Pick<Call, 'values'>, side: 'start' | 'end', byTag: boolean): Row {
  const given: Record<string, Stored> = {};
  for (const name of [...texts, ...Object.keys(values).filter(isOwnName)])
    if (values[name] !== undefined) given[name] = values[name];
  for (const name of flags) if (values[name] != null) given[name] = values[name];
  for (const name of position) {
    const sent = values[`geo_${side}_${name}`] ?? values[`geo_${name}`];
    if (sent != null) given[`geo_${side}_${name}`] = sent;
  }
  const origin = `${side}_type_id`;
  if (byTag || values[origin] === nfcStart) given[origin] = nfcStart;
  return given;
}
