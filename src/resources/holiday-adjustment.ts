// Days of holiday given or taken by hand; they stand in timesheetActionLogs.
import { defineResource, field, types } from '#resource/define-resource.ts';
import { addAdjustment, removeAdjustment } from '#domain/timesheets/adjust-holiday.ts';
import { ledPeople } from '#domain/timesheets/led-people.ts';

const aYear = 36_600;

const parameters = {
  user_id: field(types.integer, 'R--', 'Whose holiday it is.', { relation: 'users' }),
  date: field(types.date, 'R--', 'Day to which it counts; decides the holiday year.'),
  value: field(types.decimal, 'R--', 'Days to add; negative takes off.', { min: -aYear, max: aYear }),
  comment: field(types.string, 'O--', 'Remarks.', { maxLength: 4000 }),
};

export default defineResource({
  name: 'holidayAdjustment',
  doc: "A manual adjustment of a person's holiday, kept as an entry of timesheetActionLogs.",
  storage: 'computed',
  fields: parameters,
  actions: [],
  customActions: {
    add: {
      doc: 'Adds days of holiday and answers the adjustment with the id of its entry.',
      on: 'resource',
      parameters,
      allowed: ledPeople,
      verb: 'create',
      run: addAdjustment,
    },
    remove: {
      doc: 'Takes back the latest adjustment of the person and day by a counter-entry, and answers that.',
      on: 'resource',
      parameters: {
        ...parameters,
        value: field(types.decimal, 'O--', 'Only an adjustment of these days is taken back.', {
          min: -aYear,
          max: aYear,
        }),
      },
      allowed: ledPeople,
      verb: 'delete',
      run: removeAdjustment,
    },
  },
  access: { read: () => [], write: () => [], about: { person: 'user_id' } },
});
