// Rows of the interface, with the fields that the console reads. Types alone: what they mean stands in docs/reference.
import type { CivilDate } from './civil.ts';

/** Id of a row; negative while the server has not stored it yet. */
export type Id = number;
/** Booleans of the interface. */
export type Flag = 0 | 1;
/** Local time such as `2026-11-22 08:05:00`. */
export type LocalTime = string;

/** A row of `timeTrackings`. */
export interface Tracking {
  readonly id: Id;
  readonly user_id: Id;
  readonly task_id: Id;
  readonly start_time: LocalTime;
  readonly start_time_timezone: string;
  readonly start_time_offset: number | null;
  readonly end_time: LocalTime | null;
  readonly end_time_timezone: string | null;
  readonly end_time_offset: number | null;
  readonly is_nonworking: Flag;
  readonly is_paid_non_working: Flag;
  readonly approved_by_admin: Flag;
  readonly notes: string | null;
  readonly start_date: CivilDate;
  readonly client_unique_id: string | null;
  readonly absence_request_id: Id | null;
}

/** A row of `tasks`. */
export interface Task {
  readonly id: Id;
  readonly name: string;
  readonly name_path: string;
  readonly mother_id: Id | null;
  readonly color: string | null;
  readonly is_startable: Flag;
  readonly is_done: Flag;
  readonly is_blocked: Flag;
  readonly is_nonworking: Flag;
  readonly is_paid_non_working: Flag;
}

/** A row of `recentTasks`. */
export interface RecentTask {
  readonly id: Id;
  readonly user_id: Id;
  readonly node_id: Id;
  readonly last_started: LocalTime;
}

/** A row of `timesheetAccountings`; hours are decimals, and empty until the server has computed them. */
export interface AccountDay {
  readonly id: Id;
  readonly user_id: Id;
  readonly date: CivilDate;
  readonly target_working_hours: number | null;
  readonly begin_time: string | null;
  readonly end_time: string | null;
  readonly break: number | null;
  readonly working_time: number | null;
  readonly total_working_time: number | null;
  readonly paid_nonworking_time: number | null;
  readonly working_time_daily_balance: number | null;
  readonly working_time_total_balance: number | null;
  readonly additions: number | null;
  readonly overtime_paid: number | null;
  readonly overtime_settled: number | null;
  readonly overtime_reduction: number | null;
  readonly public_holiday: number | null;
  readonly holiday: number | null;
  readonly holiday_balance: number | null;
  readonly sick_leave: number | null;
  readonly other_paid_leave: number | null;
  readonly comment: string | null;
  readonly workday: Flag | null;
  readonly approved_by_user: Flag;
  readonly approved_by_admin: Flag;
  readonly approved_by_admin_id: Id | null;
  readonly break_law_check: number | null;
  readonly law_limit_daily_hours_violation: Flag | null;
  readonly law_limit_weekly_hours_violation: Flag | null;
  readonly core_time_violation: Flag | null;
  readonly break_law_violation: Flag | null;
  readonly rest_period_violation: Flag | null;
  readonly rest_period_weekly_violation: Flag | null;
  readonly plausibility_conflict_violation: Flag | null;
}

/** Status of an absence: 0 open, 1 granted, 2 declined, 3 cancelled, 5 waiting for the replacement. */
export type AbsenceStatus = 0 | 1 | 2 | 3 | 5;

/** A row of `absences`. */
export interface Absence {
  readonly id: Id;
  readonly type_id: number;
  readonly subtype_id: number;
  readonly user_id: Id;
  readonly replacement_user_id: Id | null;
  readonly status: AbsenceStatus;
  readonly from_date: CivilDate;
  readonly to_date: CivilDate;
  readonly duration: number | null;
  readonly duration_unit: 'd' | 'hs';
  readonly request_partial_begin_duration: number | null;
  readonly request_partial_end_duration: number | null;
  readonly begin: string | null;
  readonly request_comment: string | null;
  readonly granted_comment: string | null;
  readonly granted_user_id: Id | null;
  readonly created: LocalTime;
}

/** A row of `absenceDays`: a day of an absence, or a public holiday (`request_id` is empty). */
export interface AbsenceDay {
  readonly id: Id;
  readonly user_id: Id;
  readonly date: CivilDate;
  readonly type: 'holiday' | 'sick_leave' | 'other_paid_leave' | 'overtime_reduction' | 'public_holiday';
  readonly type_id: number | null;
  readonly subtype_id: number | null;
  readonly value: number | null;
  readonly value_unit: 'd' | 'hs';
  readonly request_id: Id | null;
  readonly status: AbsenceStatus;
  readonly comment: string | null;
  /** When hours begin; `null`: no one has said so; missing: it was not read, or may not be seen. */
  readonly begin?: string | null;
}

/** A row of `absenceTypes`. */
export interface AbsenceType {
  readonly id: Id;
  readonly absence_type_id: number;
  readonly absence_subtype_id: number;
  readonly name_const: string;
  readonly sort_order: number | null;
  readonly show_in_selection: Flag;
  readonly enabled_for_requests: Flag;
  readonly comment_is_mandatory: Flag;
  readonly reject_request_comment_is_mandatory: Flag;
  readonly duration_unit: 'd' | 'hs';
  readonly enable_for_substitute_mode: Flag;
  readonly color: string | null;
}

/** A row of `changeTimeTrackingRequests`. */
export interface ChangeRequest {
  readonly id: Id;
  readonly type: 'ADD' | 'CHANGE';
  readonly time_tracking_id: Id | null;
  readonly request_user_id: Id;
  readonly new_start_time: LocalTime | null;
  readonly new_end_time: LocalTime | null;
  readonly old_start_time: LocalTime | null;
  readonly old_end_time: LocalTime | null;
  readonly request_timestamp: LocalTime;
  readonly status: 'PENDING' | 'GRANTED' | 'DECLINED' | 'CANCELED';
  readonly request_user_comment: string | null;
  readonly granted_user_comment: string | null;
}

/** A row of `notifications`: what others have done about something of the person, or of the people whom they lead. */
export interface Notice {
  readonly id: Id;
  readonly notification_type: number;
  readonly notification_timestamp: LocalTime;
  readonly assoc_id: Id | null;
  readonly user_id_sender: Id | null;
  readonly processed: Flag;
}

/** A row of `userStatusOverview`: 0 offline, 1 working, 2 on a break, 3 on leave, 5 core time violated. */
export interface Presence {
  readonly user_id: Id;
  /** Left out of rows of colleagues. */
  readonly status?: 0 | 1 | 2 | 3 | 5;
  readonly is_running: Flag;
  readonly user_fullname: string;
  readonly department_id: Id | null;
  readonly time_tracking_start_time?: LocalTime | null;
  readonly time_tracking_start_time_timezone_id?: string | null;
  readonly time_tracking_task_id?: Id | null;
  readonly core_time_violation?: Flag;
  readonly core_time_start?: string | null;
  readonly current_absence_ids?: string | null;
  readonly alert_maximum_timer_violation?: Flag | null;
}

/** A row of `generalSettings`. */
export interface Setting {
  readonly id: Id;
  readonly setting_type: string;
  readonly setting_value: string;
}

/** A row of `users`, as far as colleagues see it. */
export interface Person {
  readonly id: Id;
  readonly fullname: string;
  readonly department_id: Id | null;
  readonly active: Flag;
  /** First and last day of employment, where they are set and may be seen. */
  readonly entry_date?: CivilDate | null;
  readonly exit_date?: CivilDate | null;
  readonly allow_start_task?: Flag;
  /** Of oneself alone. */
  readonly manual_timetracking?: Flag;
}

/** A row of `departments`. */
export interface Department {
  readonly id: Id;
  readonly department_name: string;
}
