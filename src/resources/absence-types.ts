// The kinds of absence that people can ask for; absences name one by the pair of its two numbers.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { showTypeOnDays } from '#domain/absences/show-type.ts';
import { checkColor, numberAbsenceType } from '#domain/schedules/absence-types.ts';
import { statusOfAbsenceType } from '#domain/status/follow-sources.ts';

const on = { default: 1 };

export default defineResource({
  name: 'absenceTypes',
  doc: 'A kind of absence, such as holiday or sick leave.',
  fields: {
    id,
    absence_type_id: field(
      types.integer,
      'OO-',
      '1 holiday, 2 overtime reduction, 3 other paid leave, 4 sick leave; left out: 3.',
      { values: [1, 2, 3, 4], default: 3, required: true },
    ),
    absence_subtype_id: field(
      types.integer,
      'OO-',
      'Number among those of the same absence_type_id; left out: the next free one.',
      {
        required: true,
        min: 0,
        max: 1023,
      },
    ),
    absence_group_id: field(types.integer, 'OO-', 'Group in lists; left out: the absence_type_id.', {
      values: [1, 2, 3, 4],
    }),
    sort_order: field(types.integer, 'OOO', 'Place in lists, ascending; left out: the id.'),
    name_const: field(types.string, 'ROO', 'Name, or the key of a translation.', { maxLength: 255 }),
    abbreviation_const: field(types.string, 'ROO', 'Short sign in calendars.', { maxLength: 32 }),
    show_in_selection: field(types.boolean, 'OOO', 'Whether clients offer the type.', on),
    cost_acc_task_id: field(types.integer, '-O-', 'Task that stands for the absence in cost accounting.', {
      relation: 'tasks',
    }),
    enabled_for_requests: field(types.boolean, 'OOO', 'Whether people may ask for it themselves.', on),
    add_to_working_hours: field(types.boolean, 'OOO', 'Whether the absence counts as working time.'),
    allow_tracking_more_then_target_working_hours: field(
      types.boolean,
      'OOO',
      'Whether an absent person may book more than the target hours of the day.',
    ),
    request_type: field(types.string, 'OOO', 'Who decides a request; USER: granted at once.', {
      values: ['WORKFLOW', 'USER', 'HR_MANAGER', 'MANAGER'],
      default: 'WORKFLOW',
      required: true,
    }),
    allow_entry_on_non_working_days: field(types.boolean, 'OOO', 'Whether it may lie on days off only.'),
    public_leave_type: field(
      types.boolean,
      'OOO',
      'Whether colleagues who see that a person is away see that it is this type.',
    ),
    comment_is_mandatory: field(types.boolean, 'OOO', 'Whether a request needs a comment.'),
    reject_request_comment_is_mandatory: field(types.boolean, 'OOO', 'Whether declining needs a comment.'),
    show_day_amount_config: field(types.string, 'OOO', 'How clients show the number of days.', {
      maxLength: 4000,
    }),
    duration_unit: field(types.string, 'OO-', 'Counted in days (d) or hours (hs).', {
      values: ['d', 'hs'],
      default: 'd',
      required: true,
    }),
    enable_user_limitations: field(types.boolean, 'OOO', 'Whether the amount a person may take is limited.'),
    user_limitations_config: field(types.string, 'OOO', 'How it is limited, as clients write it.', {
      maxLength: 4000,
    }),
    enable_for_substitute_mode: field(types.boolean, 'OOO', 'Whether requests may name a replacement.'),
    send_email_notification_to_responsible_manager: field(
      types.boolean,
      'OOO',
      'Whether who decides is told of a request.',
      on,
    ),
    send_email_notification_to_user_if_entered_by_manager: field(
      types.boolean,
      'OOO',
      'Whether people are told of absences that others entered for them.',
      on,
    ),
    color: field(types.string, 'OOO', 'Colour in calendars, such as #2E7D32.', { maxLength: 7 }),
    restrict_for_country: field(types.boolean, 'OOO', 'Whether it is only for people of some countries.'),
    absence_window_show_replacement: field(types.boolean, 'OOO', 'Whether clients ask for a replacement.'),
    datev_absence_key: field(types.string, 'OOO', 'Key of the absence in DATEV payroll.', { maxLength: 32 }),
    datev_wage_type_id: field(types.integer, 'O--', 'Wage type in DATEV payroll; write only.'),
    individual_value_1: field(types.string, 'OOO', 'Free text.', { maxLength: 4000 }),
    is_visible_for_edit: field(types.boolean, 'OO-', 'Whether clients show it among the types to edit.', on),
    cycle_id: field(
      types.integer,
      'OOO',
      'Period for which cycle_max_days holds: 2 month, 3 ISO week, any other calendar year.',
    ),
    cycle_max_days: field(types.decimal, 'OOO', 'Most days in one period.', { min: 0 }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'name_const', 'abbreviation_const', 'color'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [
    { columns: ['absence_type_id', 'absence_subtype_id'], unique: true, field: 'absence_subtype_id' },
  ],
  usedThrough: { absences: { type_id: 'absence_type_id', subtype_id: 'absence_subtype_id' } },
  access: sharedData,
  before: [numberAbsenceType, checkColor],
  after: [statusOfAbsenceType, showTypeOnDays],
});
