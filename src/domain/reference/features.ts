// The parts of the service that this version has, in every account and without limits.
import type { Row } from '#resource/rule.ts';

const names = [
  'employee_timetracking',
  'project_timetracking',
  'leave_management',
  'shift_planning',
  'change_time_tracking_requests',
  'multiuser_terminals',
  'nfc_transponders',
  'checkpoints',
  'geofences',
  'timesheets',
  'reports',
];

/** The rows of `features`. */
export const featureRows: readonly Row[] = names.map((name, index) => ({
  id: index + 1,
  name,
  enabled: 1,
  limit: null,
}));
