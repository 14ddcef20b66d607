// The fields of a person: who may log in, what they earn, and from when their times count.
import { field, id, types, type FieldDeclaration } from '#resource/define-resource.ts';
import { additionalDates, additionalFields } from '../additional-fields.ts';
import { loginFields } from './login-fields.ts';

const name = { maxLength: 255 };
const managed = { level: 'manager' } as const;
/** How colleagues reach the person. */
const contact = { level: 'colleague' } as const;

/** Every field of `users`. */
export const personFields = {
  id,
  active: field(types.boolean, 'OOO', 'Whether the person may log in.', { default: 1 }),
  department_id: field(types.integer, 'OOO', "Department; without one, the account's default department.", {
    relation: 'departments',
  }),
  department_id_valid_from: field(types.date, 'OOO', 'Date from which the department holds.'),
  role_id: field(types.integer, 'OOO', 'Main role of the person.', { relation: 'userRoles' }),
  start_task_at_login: field(types.integer, 'OOO', 'Task that a start without a task books.', {
    relation: 'tasks',
  }),
  username: field(types.string, 'ROO', 'Login name, unique in the account in any letter case.', name),
  personnel_number: field(types.string, 'OOO', 'Number of the person in the personnel files.', name),
  lastname: field(types.string, 'ROO', 'Family name.', name),
  firstname: field(types.string, 'ROO', 'Given name.', name),
  fullname: field(types.string, '-O-', 'Given name and family name, separated by a space.', name),
  abbrevation: field(types.string, 'OOO', 'Short sign of the person, such as initials.', { maxLength: 32 }),
  restrict_to_ip: field(
    types.boolean,
    'OOO',
    'Whether logins and requests are accepted only from allowed_ips.',
  ),
  permission_show_tt_ex_post_one_employees: field(
    types.boolean,
    'OOO',
    'Whether clients offer to enter own times after the fact.',
  ),
  permission_show_assign_favourites: field(
    types.boolean,
    'OOO',
    'Whether clients offer to choose favourites.',
  ),
  permission_show_assign_todos: field(types.boolean, 'OOO', 'Whether clients offer to choose to-dos.'),
  internal_cost_per_hour: field(types.decimal, 'OOO', 'What an hour of work costs the company.', {
    ...managed,
    min: 0,
  }),
  revenue_per_hour: field(types.decimal, 'OOO', 'What an hour of work is sold for.', {
    ...managed,
    min: 0,
  }),
  password: field(
    types.string,
    'R-O',
    'Password; write only, kept as an Argon2id hash. Items of a batch may leave it out: no login then.',
    {
      ...name,
      secret: true,
      required: false,
      notInBatches: true,
    },
  ),
  email_address: field(types.string, 'OOO', 'E-mail address for notices and for resetting the password.', {
    ...name,
    ...contact,
  }),
  unconfirmed_email_address: field(
    types.string,
    '-O-',
    'E-mail address that waits until the person opens the link mailed to it; for them and administrators.',
    { ...name, level: 'self' },
  ),
  ...loginFields,
  language_id: field(types.integer, 'OOO', 'Language in which clients speak to the person.', {
    relation: 'languages',
  }),
  phone: field(types.string, 'OOO', 'Telephone number at work.', { ...name, ...contact }),
  skype: field(types.string, 'OOO', 'Name in an Internet telephone service.', { ...name, ...contact }),
  profile_picture: field(types.string, 'OOO', 'Picture of the person: an address or a data URL.'),
  ...additionalFields('u_iv', 'Free text # about the person.'),
  ...additionalDates('u_iv'),
  mobile_allowed: field(types.boolean, 'OOO', 'Whether the person may use mobile clients.', { default: 1 }),
  pin_code: field(types.string, 'O-O', 'PIN for terminals; write only, kept as an Argon2id hash.', {
    maxLength: 64,
    secret: true,
  }),
  country_id: field(types.integer, 'OOO', "Country of the person's address; without one, the account's.", {
    relation: 'countries',
  }),
  allowed_ips: field(
    types.string,
    'OOO',
    'IP addresses and ranges such as 10.0.0.0/8 for restrict_to_ip, separated by commas.',
    {
      maxLength: 4000,
    },
  ),
  payroll_accounting_starts_at: field(types.date, 'OOO', 'First day of the working time account.'),
  payroll_accounting_initial_value_working_time_total_balance: field(
    types.decimal,
    'OOO',
    'Hours that the working time account begins with.',
  ),
  public_holiday_template_id: field(types.integer, 'OOO', 'Calendar of public holidays that hold.', {
    relation: 'publicHolidayTemplates',
    ...contact,
  }),
  public_holiday_template_id_valid_from: field(types.date, 'OOO', 'Date from which the calendar holds.'),
  manual_timetracking: field(
    types.boolean,
    'OOO',
    'Whether the person may book their time after the fact; without, they request it.',
    { default: 1 },
  ),
  automatic_tracker_writing_task_id: field(
    types.integer,
    'OOO',
    'Task of bookings the server makes by itself.',
    {
      relation: 'tasks',
    },
  ),
  cost_acc_non_working_task_id: field(types.integer, 'OOO', 'Task on which breaks are booked.', {
    relation: 'tasks',
  }),
  phone_1: field(types.string, 'OOO', 'First private telephone number.', name),
  phone_2: field(types.string, 'OOO', 'Second private telephone number.', name),
  birthday: field(types.date, 'OOO', 'Date of birth.'),
  entry_date: field(types.date, 'OOO', 'First day of employment.'),
  exit_date: field(types.date, 'OOO', 'Last day of employment; empty while it goes on.'),
  notes: field(types.string, 'OOO', 'Remarks for those who manage the person.', managed),
  social_security_number: field(types.string, 'OOO', 'Social security number.', { ...managed, ...name }),
  identity_card_number: field(types.string, 'OOO', 'Number of the identity card.', {
    ...managed,
    ...name,
  }),
  mobile_allow_live_timetracking: field(
    types.boolean,
    'OOO',
    'Whether clients on phones offer live bookings.',
    { default: 1 },
  ),
  address_1: field(types.string, 'OOO', 'Street and house number.', name),
  address_2: field(types.string, 'OOO', 'Further line of the address; often the town.', name),
  zip: field(types.string, 'OOO', 'Postal code.', { maxLength: 32 }),
  permission_show_edit_user_user_settings: field(
    types.boolean,
    'OOO',
    'Whether clients offer own settings.',
    {
      default: 1,
    },
  ),
  terminal_transponder_nr: field(types.string, 'OOO', 'Number of the transponder used at terminals.', name),
  external_id: field(types.string, 'OOO', 'Identifier of the person in another system.', name),
  company_name: field(types.string, 'OOO', 'Company that employs the person, if another one.', name),
  timesheet_template_id: field(types.integer, 'OOO', 'Work schedule that says the target hours.', {
    relation: 'workSchedules',
  }),
  timesheet_template_id_valid_starting_from: field(types.date, 'OOO', 'Date from which the schedule holds.'),
  timesheet_holiday_calc_yearly_amount: field(
    types.decimal,
    'OOO',
    'Days of holiday a year, for the working days a week when it is entered; empty: no holiday account and no limit.',
    { min: 0 },
  ),
  timesheet_holiday_calc_starting_from: field(
    types.date,
    'OOO',
    'First day of the holiday account; without one, that of the working time account, else of employment.',
  ),
  timesheet_holiday_calc_interval_mode: field(
    types.string,
    'OOO',
    'Whether the holiday year begins in January, or with the day of entry.',
    {
      values: ['calendar_year', 'entry_date'],
      default: 'calendar_year',
    },
  ),
  working_time_balance_rule: field(types.integer, 'OOO', 'Rule by which overtime leaves the balance.'),
  working_time_balance_rule_valid_from: field(types.date, 'OOO', 'Date from which the balance rule holds.'),
  working_time_balance_rule_cycle_id: field(types.integer, 'OOO', 'Cycle of the balance rule.', {
    relation: 'workingTimeCycles',
  }),
  automatic_break_template_id: field(
    types.integer,
    'OOO',
    'Model of breaks; empty: the one of the work schedule, else of the account.',
    { relation: 'automaticBreakTemplates' },
  ),
  automatic_break_template_valid_starting_from: field(
    types.date,
    'OOO',
    'Date from which automatic_break_template_id holds.',
  ),
  overtime_allowance_is_all_in_valid_starting_from: field(
    types.date,
    'OOO',
    'Date from which overtime_allowance_is_all_in holds.',
    managed,
  ),
  overtime__all_inc_ov_hours_per_cycle_valid_starting_from: field(
    types.date,
    'OOO',
    'Date from which the hours of overtime hold that the salary includes.',
    managed,
  ),
  overtime_allowance_clear_working_time_saldo_valid_starting_from: field(
    types.date,
    'OOO',
    'Date from which overtime that the salary includes leaves the balance; empty: since it is included.',
    managed,
  ),
  overtime_allowance_included_overtime_hours_per_cycle: field(
    types.decimal,
    'OOO',
    'Hours of overtime in a month that the salary includes, where overtime_allowance_is_all_in is 1.',
    { ...managed, min: 0 },
  ),
  payroll_accounting_initial_value_holiday: field(
    types.decimal,
    'OOO',
    'Days the holiday account begins with; they count as carried over.',
  ),
  enable_module_employee_timetracking: field(types.boolean, '-O-', 'Whether working time is recorded.', {
    default: 1,
  }),
  enable_module_project_timetracking: field(types.boolean, '-O-', 'Whether project time is recorded.', {
    default: 1,
  }),
  enable_module_leave_management: field(types.boolean, '-O-', 'Whether absences are managed.', {
    default: 1,
  }),
  enable_module_shift_planning: field(types.boolean, '-O-', 'Whether shifts are planned.'),
  leave_note: field(types.string, 'OOO', 'What colleagues read while the person is away.', {
    maxLength: 4000,
    ...contact,
  }),
  request_substitute_user_id: field(types.integer, 'OOO', 'Colleague who stands in during absences.', {
    relation: 'users',
  }),
  time_tracking_ex_post_earliest_working_time: field(
    types.time,
    'OOO',
    'Time of day before which the person can only request to book a start after the fact; empty: none.',
  ),
  internal_user_group: field(types.integer, 'OOO', '1 administrator, 2 employee, 3 multi-user terminal.', {
    values: [1, 2, 3],
    default: 2,
    required: true,
  }),
  hr_manager: field(types.boolean, 'OOO', 'Whether the person manages all people and their times.'),
  human: field(types.boolean, 'OOO', '1 for a person, 0 for a device or a program.', { default: 1 }),
  user_role_ids: field(types.string, '-O-', 'Ids of the roles held, separated by commas.'),
  authentication_blocked: field(
    types.boolean,
    '-OO',
    'Whether logging in is blocked, by hand or after failed attempts; unblocking clears those.',
    managed,
  ),
  unsuccessful_login_count: field(types.integer, '-O-', 'Failed logins since the last successful one.', {
    level: 'administrator',
    default: 0,
  }),
  last_login: field(types.moment, '-O-', 'When the person last logged in; for them and administrators.', {
    level: 'self',
  }),
  renew_password: field(
    types.boolean,
    'OOO',
    'Whether clients ask for a new password; the person can log in, and choosing one clears it.',
  ),
  allow_start_task: field(types.boolean, 'OOO', 'Whether the person may start live bookings.', {
    default: 1,
    ...contact,
  }),
  overtime_allowance_is_all_in: field(
    types.boolean,
    'OOO',
    'Whether the salary includes overtime: the hours of the allowance, or all without any.',
    managed,
  ),
  annual_hours_per_year: field(types.decimal, 'OOO', 'Agreed working hours in a year.', { min: 0 }),
  annual_hours_valid_from: field(types.date, 'OOO', 'Date from which annual_hours_per_year holds.'),
  paid_break_day_quota_in_minutes: field(types.integer, 'OOO', 'Agreed minutes of paid break a day.', {
    min: 0,
    max: 1440,
  }),
  paid_break_day_quota_valid_from: field(types.date, 'OOO', 'Date from which these minutes hold.'),
  timezone: field(types.string, 'OOO', "IANA time zone of the person; without one, the account's.", {
    maxLength: 64,
    zone: true,
  }),
  updated: field(types.moment, '-O-', 'When the row was last changed.'),
} satisfies Readonly<Record<string, FieldDeclaration>>;
