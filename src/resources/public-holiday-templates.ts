// Calendars of public holidays: one for each country or region in which people work.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { renewDaysOfTemplate } from '#domain/absences/renew-days.ts';
import { refillCalendar } from '#domain/schedules/fill-calendar.ts';
import {
  keepDefaultTemplate,
  oneDefaultTemplate,
  releaseRegions,
} from '#domain/schedules/default-template.ts';
import { placeTemplate } from '#domain/schedules/place-template.ts';
import { keepFormerTemplate } from '#domain/schedules/keep-former.ts';
import { statusOfTemplate } from '#domain/status/follow-sources.ts';

export default defineResource({
  name: 'publicHolidayTemplates',
  doc: 'A calendar of public holidays; the server fills it and goes on filling it as years pass.',
  fields: {
    id,
    mother_id: field(types.integer, '-O-', 'Calendar of the whole country, for one of a region.', {
      relation: 'publicHolidayTemplates',
    }),
    template_name: field(types.string, 'OOO', 'Name; left out: that of the country and region.', {
      maxLength: 255,
      required: true,
    }),
    country_id: field(types.integer, 'ROO', 'Country whose holidays these are.', { relation: 'countries' }),
    iso_3166: field(types.string, 'OOO', 'Code of the country or region, such as AT or DE-BY.', {
      maxLength: 32,
      required: true,
    }),
    source_id: field(
      types.integer,
      'OOO',
      'Number of the calendar in the list from which a client took it; kept for clients.',
    ),
    is_default: field(types.boolean, 'OOO', 'Whether it holds for new people; one calendar of the account.'),
    active: field(types.boolean, 'OOO', 'Whether it may be given to people.', { default: 1 }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'template_name'],
  hidden: { filled_until: { column: 'integer', filled: true } },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  owned: { publicHolidays: 'template_id' },
  access: sharedData,
  before: [keepDefaultTemplate, placeTemplate, keepFormerTemplate, releaseRegions],
  after: [oneDefaultTemplate, refillCalendar, renewDaysOfTemplate, statusOfTemplate],
});
