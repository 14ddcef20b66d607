// Where a calendar of public holidays holds: its code fits its country, and names it where no name is given.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, rowId, unknownReference } from '../change.ts';
import { lastYearToFill } from './fill-calendar.ts';
import { placeOf, type Place } from './holiday-calendar.ts';

/** Checks and completes code, name and mother, and says how far the server fills the calendar. */
export const placeTemplate: Rule<'publicHolidayTemplates'> = (change, view) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  if (change.verb === 'create') after.filled_until = lastYearToFill(change);
  if (!anyDiffers(change, ['country_id', 'iso_3166'])) return;
  const countryId = after.country_id;
  const country = view.get('countries', countryId);
  if (country === undefined) throw unknownReference('country_id', countryId, 'country');
  const { code, region } = checkedPlace(country, codeOf(change, country));
  after.iso_3166 = code;
  after.mother_id = region === '' ? null : wholeCountry(change, view, country);
  after.template_name ??= [country.name, region].filter((part) => part !== '').join(', ');
};

/** Another country without another code means the whole of it. */
function codeOf(
  { before, given, after }: Change<'publicHolidayTemplates'>,
  country: Row<'countries'>,
): string {
  const keeps = before === null || given.has('iso_3166');
  return (keeps ? (after.iso_3166 ?? country.iso_3166) : country.iso_3166).trim();
}

function checkedPlace(country: Row<'countries'>, code: string): Place {
  const iso = country.iso_3166;
  const refused = (expected: string): ApiError =>
    new ApiError('invalid_value', `iso_3166 is ${JSON.stringify(code)}; it must be ${expected}.`, {
      field: 'iso_3166',
    });
  if (code.split('-')[0]?.toUpperCase() !== iso)
    throw refused(`${iso}, the code of ${country.name}, or that of a region in it`);
  const place = placeOf(code);
  if ('code' in place) return place;
  throw refused([iso, ...place.known.filter((known) => known !== iso)].join(', '));
}

function wholeCountry(
  change: Change<'publicHolidayTemplates'>,
  view: View,
  country: Row<'countries'>,
): number | null {
  const [mother] = view.find(
    'publicHolidayTemplates',
    [
      { column: 'iso_3166', is: '=', value: country.iso_3166 },
      { column: 'id', is: '!=', value: rowId(change) },
    ],
    { limit: 1 },
  );
  return mother?.id ?? null;
}
