// One calendar of public holidays is the account's default: the one that new people get.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Rule, View } from '#resource/rule.ts';
import { differs, rowId } from '../change.ts';

/** The first calendar is the default; it gives that up only to another one, and is active. */
export const keepDefaultTemplate: Rule<'publicHolidayTemplates'> = (change, view) => {
  const { before, after, verb } = change;
  if (verb === 'create' && otherDefaults(change, view).length === 0) after.is_default = 1;
  if (before?.is_default === 1 && (verb === 'delete' || after.is_default !== 1)) {
    const field = verb === 'delete' ? 'id' : 'is_default';
    throw broken(
      field,
      `${rowId(change)} is the account's default; set is_default of another calendar first`,
    );
  }
  if (verb !== 'delete' && after.is_default === 1 && after.active !== 1)
    throw broken('active', `${rowId(change)} is the account's default and must be active`);
};

/** Takes the mark from the calendar that was the default before. */
export const oneDefaultTemplate: Rule<'publicHolidayTemplates'> = (change, view) => {
  if (change.verb === 'delete' || change.after.is_default !== 1 || !differs(change, 'is_default')) return;
  for (const other of otherDefaults(change, view)) {
    view.update('publicHolidayTemplates', other.id, { is_default: 0 });
    view.affected('publicHolidayTemplates', other.id);
  }
};

/** Calendars of regions outlive that of their country. */
export const releaseRegions: Rule<'publicHolidayTemplates'> = (change, view) => {
  if (change.verb !== 'delete') return;
  const below = [{ column: 'mother_id', is: '=', value: rowId(change) }] as const;
  for (const region of view.find('publicHolidayTemplates', below))
    view.update('publicHolidayTemplates', region.id, { mother_id: null });
};

function otherDefaults(change: Change<'publicHolidayTemplates'>, view: View) {
  return view.find('publicHolidayTemplates', [
    { column: 'is_default', is: '=', value: 1 },
    { column: 'id', is: '!=', value: rowId(change) },
  ]);
}

function broken(field: string, reason: string): ApiError {
  return new ApiError('rule_broken', `${field} cannot be this: publicHolidayTemplates ${reason}.`, { field });
}
