// The questions that the permissionResolve… resources answer: may a person do this, and on whose rows?
// An id belongs to its question for ever; new questions are appended.
import type { Row } from '#resource/rule.ts';

/** One question: an action of a resource. */
export interface Question {
  readonly id: number;
  /** Name by which programs know it, such as readTimeTrackings. */
  readonly name: string;
  readonly resource: string;
  /** read, create, update, delete, or an action of the resource's own. */
  readonly action: string;
  readonly description: string;
}

type Asked = readonly [action: string, resource: string, sentence: string];

const ofPeople: readonly Asked[] = [
  ['read', 'users', 'See the personnel data of a person.'],
  ['create', 'users', 'Create a person.'],
  ['update', 'users', 'Change the personnel data of a person.'],
  ['delete', 'users', 'Delete a person.'],
  ['read', 'timeTrackings', 'See the times of a person.'],
  ['create', 'timeTrackings', 'Book times for a person.'],
  ['update', 'timeTrackings', 'Change times of a person.'],
  ['delete', 'timeTrackings', 'Delete times of a person.'],
  ['read', 'timeTrackingChangelogs', 'See who changed the times of a person.'],
  ['read', 'checkpointTrackings', 'See the checkpoints that a person passed.'],
  ['update', 'checkpointTrackings', 'Change recorded checkpoints of a person.'],
  ['delete', 'checkpointTrackings', 'Delete recorded checkpoints of a person.'],
  ['read', 'changeTimeTrackingRequests', 'See requests for changes of the times of a person.'],
  ['read', 'timePlannings', 'See the plans of a person.'],
  ['create', 'timePlannings', 'Plan times for a person.'],
  ['update', 'timePlannings', 'Change plans of a person.'],
  ['delete', 'timePlannings', 'Delete plans of a person.'],
  ['read', 'nodesToUsers', 'See which projects and tasks a person is assigned to.'],
  ['create', 'nodesToUsers', 'Assign a person to a project or task.'],
  ['read', 'absences', 'See the absences of a person.'],
  ['read', 'absenceDays', 'See the days on which a person is absent.'],
  ['read', 'timesheetAccountings', 'See the day accounts of a person.'],
  ['update', 'timesheetAccountings', 'Change the day accounts of a person.'],
  ['read', 'timesheetActionLogs', 'See the adjustments and entries behind the accounts of a person.'],
  ['add', 'holidayAdjustment', 'Adjust the holiday of a person.'],
  ['read', 'userStatusOverview', 'See whether a person is at work.'],
];

const ofDepartments: readonly Asked[] = [
  ['create', 'absenceBans', 'Say when a department grants no holiday.'],
  ['update', 'absenceBans', 'Change when a department grants no holiday.'],
  ['delete', 'absenceBans', 'Delete a time in which a department grants no holiday.'],
];

const ofAbsenceTypes: readonly Asked[] = [
  ['create', 'absences', 'Enter or request an absence for a person.'],
  ['approve', 'absences', 'Decide requests of a person for an absence.'],
];

const ofEntities: readonly Asked[] = [
  ['read', 'projects', 'See a project.'],
  ['read', 'tasks', 'See a task.'],
  ...masterData('departments', 'department'),
  ...masterData('teams', 'team'),
  ...masterData('skills', 'skill'),
  ...masterData('clients', 'client'),
  ...masterData('projects', 'project'),
  ...masterData('tasks', 'task'),
  ...masterData('checkpoints', 'checkpoint'),
  ...masterData('absenceTypes', 'type of absence'),
  ...masterData('publicHolidayTemplates', 'calendar of public holidays'),
  ...masterData('workSchedules', 'work schedule'),
  ...masterData('geofences', 'geofence'),
];

function masterData(resource: string, thing: string): readonly Asked[] {
  return [
    ['create', resource, `Create a ${thing}.`],
    ['update', resource, `Change a ${thing}.`],
    ['delete', resource, `Delete a ${thing}.`],
  ];
}

/** Every question. */
export const questions: readonly Question[] = [
  ...ofPeople,
  ...ofDepartments,
  ...ofAbsenceTypes,
  ...ofEntities,
].map(([action, resource, description], index) => ({
  id: index + 1,
  name: action + resource.slice(0, 1).toUpperCase() + resource.slice(1),
  resource,
  action,
  description,
}));

/** Those whose answers are people: see permissionResolveUsers. */
export const questionsOfPeople = among(ofPeople);
/** Those whose answers are departments: see permissionResolveDepartments. */
export const questionsOfDepartments = among([...ofPeople, ...ofDepartments]);
/** Those whose answers depend on the type of absence: see permissionResolveAbsenceTypes. */
export const questionsOfAbsenceTypes = among(ofAbsenceTypes);
/** Those whose answers are rows of the resource: see permissionResolveEntities. */
export const questionsOfEntities = among(ofEntities);

function among(list: readonly Asked[]): readonly Question[] {
  const names = new Set(list.map(([action, resource]) => `${action} ${resource}`));
  return questions.filter(({ action, resource }) => names.has(`${action} ${resource}`));
}

/** The rows of `permissionResolveQuestions`. */
export const questionRows: readonly Row<'permissionResolveQuestions'>[] = questions.map(
  ({ id, name, resource, action, description }) => ({
    id,
    question_name: name,
    question_description: description,
    question_endpoint: `${resource}/${action}`,
  }),
);
