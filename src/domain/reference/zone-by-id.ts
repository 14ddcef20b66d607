// Zones that clients name by the id of a row of timezones.
import { ApiError } from '#errors/api-error.ts';
import type { ReadView, Row } from '#resource/rule.ts';

/** Whether the text is an id, and no name: `381`, or `381.0` as programs write it that keep ids as decimals. */
export function isZoneId(sent: unknown): sent is string {
  return typeof sent === 'string' && /^\d+(?:\.0*)?$/.test(sent);
}

/** The name of the zone with the id; throws `invalid_value` naming the field. */
export function zoneById(field: string, sent: string, view: Pick<ReadView, 'get'>): string {
  const zone = Number(sent) <= Number.MAX_SAFE_INTEGER ? view.get('timezones', Number(sent)) : undefined;
  if (zone !== undefined) return zone.timezone;
  const message = `${field} is "${sent}"; it must be an IANA name such as Europe/Vienna, or an id from timezones.`;
  throw new ApiError('invalid_value', message, { field });
}

/** Names of zones for those of these columns in which the values have an id. */
export function zoneNames(values: Row, columns: readonly string[], view: Pick<ReadView, 'get'>): Row {
  const named: Record<string, string> = {};
  for (const column of columns) {
    const sent = values[column];
    if (isZoneId(sent)) named[column] = zoneById(column, sent, view);
  }
  return named;
}
