// Which fields of people those who are not administrators may set.

/** On one's own row: how to be reached, how clients look, and the secrets one logs in with. */
export const fieldsOfOwnRow: readonly string[] = [
  'id',
  'abbrevation',
  'email_address',
  'language_id',
  'leave_note',
  'old_password',
  'password',
  'phone',
  'phone_1',
  'phone_2',
  'pin_code',
  'profile_picture',
  'request_substitute_user_id',
  'skype',
  'start_task_at_login',
  'timezone',
];

/** Fields that only the person and administrators may change: a login as the person needs no more than these. */
export const fieldsOfLogin = ['pin_code', 'email_address', 'username'] as const;

/** What HR managers set: all about people but rights and whence they log in. Secrets only of themselves, by rule. */
export const fieldsOfPersonnel: readonly string[] = [
  ...fieldsOfOwnRow,
  ...numbered('u_iv_#'),
  ...numbered('u_iv_#_valid_from'),
  'active',
  'address_1',
  'address_2',
  'annual_hours_per_year',
  'annual_hours_valid_from',
  'authentication_blocked',
  'automatic_break_template_id',
  'automatic_break_template_valid_starting_from',
  'automatic_tracker_writing_task_id',
  'birthday',
  'company_name',
  'cost_acc_non_working_task_id',
  'country_id',
  'department_id',
  'department_id_valid_from',
  'entry_date',
  'exit_date',
  'external_id',
  'firstname',
  'internal_cost_per_hour',
  'identity_card_number',
  'lastname',
  'manual_timetracking',
  'mobile_allow_live_timetracking',
  'notes',
  'overtime__all_inc_ov_hours_per_cycle_valid_starting_from',
  'overtime_allowance_clear_working_time_saldo_valid_starting_from',
  'overtime_allowance_included_overtime_hours_per_cycle',
  'overtime_allowance_is_all_in',
  'overtime_allowance_is_all_in_valid_starting_from',
  'paid_break_day_quota_in_minutes',
  'paid_break_day_quota_valid_from',
  'payroll_accounting_initial_value_holiday',
  'payroll_accounting_initial_value_working_time_total_balance',
  'payroll_accounting_starts_at',
  'personnel_number',
  'public_holiday_template_id',
  'public_holiday_template_id_valid_from',
  'renew_password',
  'revenue_per_hour',
  'social_security_number',
  'terminal_transponder_nr',
  'time_tracking_ex_post_earliest_working_time',
  'timesheet_holiday_calc_interval_mode',
  'timesheet_holiday_calc_starting_from',
  'timesheet_holiday_calc_yearly_amount',
  'timesheet_template_id',
  'timesheet_template_id_valid_starting_from',
  'working_time_balance_rule',
  'working_time_balance_rule_cycle_id',
  'working_time_balance_rule_valid_from',
  'zip',
];

/** What `permissions` let their holders set: the same, and what a new person logs in with. */
export const fieldsOfGrants: readonly string[] = [...fieldsOfPersonnel, 'username', 'password'];

function numbered(pattern: string): readonly string[] {
  return [1, 2, 3, 4, 5, 6].map((number) => pattern.replace('#', String(number)));
}
