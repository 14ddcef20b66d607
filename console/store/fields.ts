// Which fields of which rows the console reads, and which rows: the parameters of its delta synchronisation.
import { addDays, mondayOf, type CivilDate } from '../domain/civil.ts';
import type {
  Absence,
  AbsenceDay,
  AbsenceType,
  AccountDay,
  ChangeRequest,
  Department,
  Id,
  Notice,
  Person,
  Presence,
  RecentTask,
  Setting,
  Task,
  Tracking,
} from '../domain/rows.ts';

/** Resource → its rows. */
export interface Tables {
  readonly timeTrackings: Tracking;
  readonly tasks: Task;
  readonly recentTasks: RecentTask;
  readonly timesheetAccountings: AccountDay;
  readonly absences: Absence;
  readonly absenceDays: AbsenceDay;
  readonly absenceTypes: AbsenceType;
  readonly changeTimeTrackingRequests: ChangeRequest;
  readonly notifications: Notice;
  readonly userStatusOverview: Presence;
  readonly users: Person;
  readonly departments: Department;
  readonly generalSettings: Setting;
}

/** Name of a table. */
export type TableName = keyof Tables;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

type Known<Text, Row> = Text extends string ? (Words<Text> extends keyof Row ? Text : never) : never;

/** The names in lines of text; a name that the table's rows do not have does not compile. */
function named<Name extends TableName>() {
  return <const Lines extends readonly string[]>(
    ...lines: Lines & { readonly [Key in keyof Lines]: Known<Lines[Key], Tables[Name]> }
  ): string => lines.join(' ').replaceAll(' ', ',');
}

const fields: Readonly<Record<TableName, string>> = {
  timeTrackings: named<'timeTrackings'>()(
    'id user_id task_id start_time start_time_timezone start_time_offset end_time end_time_timezone',
    'end_time_offset is_nonworking is_paid_non_working approved_by_admin notes start_date',
    'client_unique_id absence_request_id',
  ),
  tasks: named<'tasks'>()(
    'id name name_path mother_id color is_startable is_done is_blocked is_nonworking',
    'is_paid_non_working',
  ),
  recentTasks: named<'recentTasks'>()('id user_id node_id last_started'),
  timesheetAccountings: named<'timesheetAccountings'>()(
    'id user_id date target_working_hours begin_time end_time break working_time total_working_time',
    'paid_nonworking_time working_time_daily_balance working_time_total_balance additions overtime_paid',
    'overtime_reduction overtime_settled public_holiday holiday holiday_balance sick_leave other_paid_leave',
    'comment workday approved_by_user approved_by_admin approved_by_admin_id break_law_check',
    'law_limit_daily_hours_violation law_limit_weekly_hours_violation core_time_violation',
    'break_law_violation rest_period_violation',
    'rest_period_weekly_violation plausibility_conflict_violation',
  ),
  absences: named<'absences'>()(
    'id type_id subtype_id user_id replacement_user_id status from_date to_date duration duration_unit',
    'request_partial_begin_duration request_partial_end_duration begin request_comment granted_comment',
    'granted_user_id created',
  ),
  absenceDays: named<'absenceDays'>()(
    'id user_id date type type_id subtype_id value value_unit request_id status comment',
  ),
  absenceTypes: named<'absenceTypes'>()(
    'id absence_type_id absence_subtype_id name_const sort_order show_in_selection enabled_for_requests',
    'comment_is_mandatory reject_request_comment_is_mandatory duration_unit enable_for_substitute_mode',
    'color',
  ),
  changeTimeTrackingRequests: named<'changeTimeTrackingRequests'>()(
    'id type time_tracking_id request_user_id new_start_time new_end_time old_start_time old_end_time',
    'request_timestamp status request_user_comment granted_user_comment',
  ),
  notifications: named<'notifications'>()(
    'id notification_type notification_timestamp assoc_id user_id_sender processed',
  ),
  userStatusOverview: named<'userStatusOverview'>()(
    'user_id status is_running user_fullname department_id time_tracking_start_time',
    'time_tracking_start_time_timezone_id time_tracking_task_id core_time_violation core_time_start',
    'current_absence_ids alert_maximum_timer_violation',
  ),
  users: named<'users'>()(
    'id fullname department_id active entry_date exit_date allow_start_task manual_timetracking',
  ),
  departments: named<'departments'>()('id department_name'),
  generalSettings: named<'generalSettings'>()('id setting_type setting_value'),
};

/** Names of all tables: what delta synchronisation asks for. */
export const tableNames = Object.keys(fields) as readonly TableName[];

/** The dates whose bookings and accounts are on this machine. */
export interface Window {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

/** What is loaded first: eight weeks back, this one and the next two. */
export function firstWindow(today: CivilDate): Window {
  const monday = mondayOf(today);
  return { from: addDays(monday, -56), to: addDays(monday, 20) };
}

/** The first year whose absences and requests are on this machine: the last one. */
export function firstYear(today: CivilDate): number {
  return Number(today.slice(0, 4)) - 1;
}

/** Parameters that read the fields of one table, for `read` itself. */
export function fieldsOf(name: TableName): string {
  return fields[name];
}

/** Parameters of `deltaSync/read` for one person's window. */
export function deltaQuery(person: Id, window: Window, today: CivilDate): Record<string, string> {
  const query: Record<string, string> = { _include: tableNames.join(',') };
  for (const name of tableNames) query[`${name}___fields`] = fieldsOf(name);
  const filter = (name: TableName, field: string, operator: string, value: string): void => {
    query[`${name}__${field}`] = value;
    query[`${name}___op__${field}`] = operator;
  };
  const span = `${window.from}|${window.to}`;
  filter('timeTrackings', 'user_id', 'eq', String(person));
  filter('timeTrackings', 'start_date', 'betw', span);
  filter('timesheetAccountings', 'user_id', 'eq', String(person));
  filter('timesheetAccountings', 'date', 'betw', span);
  filter('recentTasks', 'user_id', 'eq', String(person));
  filter('absenceDays', 'user_id', 'eq', String(person));
  filter('absenceDays', 'date', 'gteq', `${firstYear(today)}-01-01`);
  filter('absences', 'to_date', 'gteq', `${firstYear(today)}-01-01`);
  filter('notifications', 'user_id', 'eq', String(person));
  filter('notifications', 'notification_timestamp', 'gteq', `${addDays(today, -30)} 00:00:00`);
  filter('changeTimeTrackingRequests', 'request_timestamp', 'gteq', `${firstYear(today)}-01-01 00:00:00`);
  filter('generalSettings', 'setting_type', 'in', 'first_day_of_week|team_sees_absences|server_timezone');
  return query;
}
