// `_since` → the earliest instant it can mean: text without an offset is in ServerTimeZone. Too early costs a row twice;
// too late loses one.
import { ApiError } from '#errors/api-error.ts';
import type { Resource } from '#resource/resource.ts';
import { parseFlexibleMoment, type FlexibleMoment } from '#values/flexible-moment.ts';
import { earliestInstant } from '#values/time-zone.ts';
import { ValueError } from '#values/value-error.ts';
import { invalidValue } from './parse-value.ts';
import type { PlanContext } from './plan-context.ts';

/**
 * Epoch seconds. The text may have been issued while another zone was the account's ServerTimeZone: each former zone
 * counts if the text, read in it, lies before the zone was given up.
 */
export function sinceInstant(resource: Resource, text: string, context: PlanContext): number {
  if (resource.lastChange === null) {
    throw new ApiError(
      'unknown_parameter',
      `${resource.name} does not track changes; _since cannot be used.`,
      { field: '_since' },
    );
  }
  const since = parse(text);
  if ('instant' in since) return since.instant;
  const { local } = since;
  const former = context.formerTimeZones
    .map(({ timeZone, until }) => ({ instant: earliestInstant(local, timeZone), until }))
    .filter(({ instant, until }) => instant <= until)
    .map(({ instant }) => instant);
  return Math.min(earliestInstant(local, context.serverTimeZone), ...former);
}

function parse(text: string): FlexibleMoment {
  try {
    return parseFlexibleMoment(text);
  } catch (error) {
    if (error instanceof ValueError) throw invalidValue('_since', text, error.expected);
    throw error;
  }
}
