// Which screens the person has use for, by the rights that the server says they have.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { ScreenName } from '../router.ts';
import { reachesOthers, who } from '../store/session.ts';
import { isLeading } from './inbox-rows.ts';

const bar: readonly ScreenName[] = ['today', 'week', 'absences', 'account', 'inbox', 'presence'];

/** Screens that stand in the bar. */
export const barScreens: ReadonlySignal<readonly ScreenName[]> = computed(() =>
  bar.filter((name) => name !== 'inbox' || isLeading.value),
);

const needs: readonly (readonly [ScreenName, () => boolean])[] = [
  ['messages', () => true],
  ['calendar', () => true],
  ['month', () => reachesOthers('readTimesheetAccountings')],
  ['reports', () => (who.value?.rights['readHoursReports'] ?? 'none') !== 'none'],
  ['people', () => reachesOthers('readUsers')],
  ['data', () => offeredKinds.value.length > 0],
];

/** Resources of the master data that have a list of their own. */
export const dataKinds = [
  'departments',
  'teams',
  'clients',
  'projects',
  'absenceTypes',
  'workSchedules',
  'publicHolidayTemplates',
  'absenceBans',
  'automaticBreakTemplates',
  'workingTimeBalanceRules',
  'workingTimeCycles',
  'hourTypes',
  'skills',
  'checkpoints',
  'geofences',
  'nfcTransponders',
  'userDefinedFieldDefinitions',
  'generalSettings',
] as const;

/** Those of which the server asks no question: who may change the settings may change them. */
const asSettings: readonly string[] = [
  'automaticBreakTemplates',
  'workingTimeBalanceRules',
  'workingTimeCycles',
  'hourTypes',
  'userDefinedFieldDefinitions',
];

/** Those of which the person may change something. */
export const offeredKinds: ReadonlySignal<readonly (typeof dataKinds)[number][]> = computed(() =>
  dataKinds.filter((name) => (['create', 'update', 'delete'] as const).some((verb) => mayDo(verb, name))),
);

/** Whether the person may do this with rows of a resource that are not about themselves alone. */
export function mayDo(verb: string, resource: string): boolean {
  if (asSettings.includes(resource)) return reachesOthers('updateGeneralSettings');
  return reachesOthers(verb + resource.slice(0, 1).toUpperCase() + resource.slice(1));
}

/** Screens behind the button for more. */
export const moreScreens: ReadonlySignal<readonly ScreenName[]> = computed(() =>
  needs.filter(([, isUseful]) => isUseful()).map(([name]) => name),
);
