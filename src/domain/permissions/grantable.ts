// What rows of `permissions` can grant: which verbs of which resource, and whether only for everything. A permission that
// would change nothing is refused rather than kept.

/** The verbs that can be granted on a resource, and how far. */
export interface Grantable {
  readonly verbs: readonly string[];
  /** Its rows belong to no user: only the scope `all` reaches them. */
  readonly onlyAll: boolean;
}

const aboutPeople = {
  'read create update delete': [
    'absenceBans',
    'checkpointTrackings',
    'employments',
    'nfcTransponders',
    'nodesToUsers',
    'otherPaidLeaveLimitations',
    'timePlannings',
    'users',
  ],
  'read create update delete approve': ['absences', 'changeTimeTrackingRequests', 'timeTrackings'],
  'read update approve': ['timesheetAccountings'],
  'read create delete': ['favouriteTasks', 'todoTasks'],
  read: [
    'absenceDays',
    'annualHoursHistory',
    'paidBreaksHistory',
    'recentTasks',
    'timeTrackingChangelogs',
    'timesheetAccountingSummaries',
    'timesheetActionLogs',
    'userStatusOverview',
    'userTemplateHistory',
    'employmentTerms',
    'overtimeLedger',
    'userHistory',
    'usersArchiveHistory',
  ],
  'create delete': ['holidayAdjustment'],
} as const;

const masterData = {
  'read create update delete': ['clients', 'projects', 'skills', 'tasks', 'workSchedules'],
  'create update delete': [
    'absenceTypes',
    'automaticBreakTemplateSteps',
    'automaticBreakTemplates',
    'checkpointTranslations',
    'checkpoints',
    'departments',
    'geofenceToNodes',
    'geofences',
    'hourTypes',
    'publicHolidayTemplates',
    'publicHolidays',
    'teams',
    'translations',
    'userDefinedFieldDefinitionOptions',
    'userDefinedFieldDefinitions',
    'workScheduleDayDefinitions',
    'workingTimeBalanceRules',
    'workingTimeCycles',
  ],
  'create delete': ['multiuserToTasks', 'multiuserToUsers', 'teamMembers'],
  update: ['generalSettings', 'workScheduleDays'],
} as const;

/** By resource; what is not named cannot be granted at all. */
export const grantables: ReadonlyMap<string, Grantable> = new Map([
  ...entriesOf(aboutPeople, false),
  ...entriesOf(masterData, true),
]);

function entriesOf(
  table: Readonly<Record<string, readonly string[]>>,
  onlyAll: boolean,
): readonly (readonly [string, Grantable])[] {
  return Object.entries(table).flatMap(([verbs, names]) =>
    names.map((name) => [name, { verbs: verbs.split(' '), onlyAll }] as const),
  );
}
