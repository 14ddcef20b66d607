// Booked hours, added up by person, project, task, client and month, or by any of these.
import { defineResource, field, types } from '#resource/define-resource.ts';
import { readAs } from '#resource/report.ts';
import { accessToTimes } from '#domain/time-tracking/access-to-times.ts';

export default defineResource({
  name: 'hoursReports',
  doc: 'Hours that people booked, added up. What goes past midnight counts on each of its days, what runs not yet.',
  storage: 'report',
  fields: {
    user_id: field(types.integer, '-O-', 'Who booked them.', { relation: 'users' }),
    department_id: field(types.integer, '-O-', 'Department of the person when they were booked.', {
      relation: 'departments',
    }),
    project_id: field(types.integer, '-O-', 'Project directly above the task.', { relation: 'projects' }),
    project_tree_id: field(
      types.integer,
      '-O-',
      'Any project above the task: grouped by it, each project has what was booked on it and all below.',
      { relation: 'projects' },
    ),
    task_id: field(types.integer, '-O-', 'Task on which they were booked.', { relation: 'tasks' }),
    client_id: field(
      types.integer,
      '-O-',
      'Client of the task, else of the nearest project above with one.',
      {
        relation: 'clients',
      },
    ),
    date: field(types.date, '-O-', 'The day, in the zone of the start.'),
    month: field(types.month, '-O-', 'Month of the day, such as 2026-06.', { monthOf: 'date' }),
    is_billable: field(types.boolean, '-O-', 'Whether they are billed.'),
    is_nonworking: field(types.boolean, '-O-', 'Whether they are a break.'),
    is_paid_non_working: field(types.boolean, '-O-', 'Whether they are paid without being work.'),
    hours: field(types.hours, '-O-', 'Hours: the rounded sum of exact seconds.'),
    duration: field(types.integer, '-O-', 'The same in seconds.'),
  },
  actions: ['read'],
  report: {
    of: 'bookedTimes',
    groups: ['user_id', 'project_id', 'task_id', 'client_id', 'month'],
    sums: ['hours', 'duration'],
    parameters: {},
    tellsOf: 'tasks',
  },
  access: readAs('timeTrackings', accessToTimes),
});
