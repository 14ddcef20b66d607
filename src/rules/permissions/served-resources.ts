// Every resource with its number, for fields that hold a resource as a number or name it in data.
// A number belongs to its resource for ever; new resources are appended.

/** Names in the order of their numbers, which begin with 1. */
export const servedResources: readonly string[] = [
  'users',
  'departments',
  'teams',
  'teamMembers',
  'skills',
  'clients',
  'projects',
  'tasks',
  'nodesToUsers',
  'favouriteTasks',
  'todoTasks',
  'recentTasks',
  'multiuserToTasks',
  'multiuserToUsers',
  'timeTrackings',
  'changeTimeTrackingRequests',
  'timeTrackingChangelogs',
  'timePlannings',
  'checkpoints',
  'checkpointTranslations',
  'checkpointTrackings',
  'nfcTransponders',
  'geofences',
  'geofenceToNodes',
  'absences',
  'absenceDays',
  'absenceTypes',
  'absenceBans',
  'publicHolidayTemplates',
  'publicHolidays',
  'workSchedules',
  'workScheduleDays',
  'workScheduleDayDefinitions',
  'timesheetAccountings',
  'timesheetAccountingSummaries',
  'timesheetActionLogs',
  'holidayAdjustment',
  'userStatusOverview',
  'messages',
  'notifications',
  'notificationUrls',
  'notificationsTypeHtml',
  'generalSettings',
  'translations',
  'languages',
  'countries',
  'timezones',
  'salutations',
  'userRoles',
  'permissions',
  'permissionScopes',
  'permissionResolveQuestions',
  'permissionResolveUsers',
  'permissionResolveDepartments',
  'permissionResolveAbsenceTypes',
  'permissionResolveAbsenceTypesAndUsers',
  'permissionResolveEntities',
  'userPreferences',
  'serverTime',
  'serverCommunication',
  'hoursReports',
  'absenceReports',
  'overtimeReports',
];

/** The canonical name of a resource, from a name in any letter case; `undefined`: there is none. */
export function resourceNamed(name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  return servedResources.find((one) => one.toLowerCase() === wanted);
}

/** The number of a resource. */
export function resourceNumber(name: string): number {
  return servedResources.indexOf(name) + 1;
}
