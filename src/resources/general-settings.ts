// The account's settings, one row each; which there are stands in domain/settings/catalogue.ts.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { refuseUnknownModel } from '#domain/timesheets/keep-models.ts';
import { recountBreaks } from '#domain/timesheets/recount-breaks.ts';
import { keepCarryRules } from '#domain/holidays/keep-carry-rules.ts';
import { checkSetting, unfitSetting } from '#domain/settings/check-setting.ts';
import { recordAccessOfColleagues } from '#domain/access/record-access.ts';
import { refuseWiderAccess } from '#domain/access/refuse-wider-access.ts';
import { statusOfSetting } from '#domain/status/follow-sources.ts';

const name = { maxLength: 255 };

export default defineResource({
  name: 'generalSettings',
  doc: 'A setting of the account.',
  fields: {
    id,
    group_const: field(types.string, '-O-', 'Group in which clients show the setting.', name),
    setting_type: field(types.string, '-O-', 'Name by which programs know the setting.', {
      ...name,
      filled: true,
    }),
    setting_value: field(types.string, '-OO', 'The value that holds, as text.', { maxLength: 4000 }),
    is_updatable_by_customer: field(types.boolean, '-O-', 'Whether the account may change it.', {
      default: 1,
    }),
    sort_order: field(types.integer, '-O-', 'Place in lists, ascending.'),
    datatype: field(types.string, '-O-', 'What the text of the value means.', {
      values: ['combo', 'number', 'boolean', 'string'],
    }),
    description: field(types.string, '-O-', 'What the setting does.'),
    default_value: field(types.string, '-O-', 'The value until an administrator changes it.'),
    value_range: field(types.string, '-O-', 'Smallest and largest number, such as 0-1440.', name),
    text: field(types.string, '-O-', 'Label for people.', name),
    type: field(types.integer, '-O-', 'The datatype as a number: 1 combo, 2 number, 3 boolean, 4 string.'),
    data_changed: field(types.moment, '-O-', 'When the value was last changed.'),
    allowable_values: field(types.string, '-O-', 'Values of a combo, separated by commas.'),
    updatable: field(types.boolean, '-O-', 'Whether the value can be changed at all.', { default: 1 }),
  },
  updateKey: 'setting_type',
  lastChange: 'data_changed',
  actions: ['read', 'update'],
  indexes: [{ columns: ['setting_type'], unique: true, field: 'setting_type' }],
  access: sharedData,
  unfit: unfitSetting,
  before: [checkSetting, refuseUnknownModel, recordAccessOfColleagues],
  after: [refuseWiderAccess, recountBreaks, keepCarryRules, statusOfSetting],
});
