// How far each right of a person reaches, in a word: what a program needs to choose which screens to show. The
// permissionResolve… resources say on which rows, from the same rules.
import type { Scope, AccessContext } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import { writePolicies } from '#resource/rights.ts';
import type { Row } from '#resource/rule.ts';
import { absenceReach, type People } from '../absences/absence-reach.ts';
import { fieldsOfLogin } from '../users/writable-fields.ts';
import { questionScope } from './question-scope.ts';
import { questions } from './questions.ts';

/** `own`: rows about oneself only; `some`: rows about others, or rows that are about no person. */
export type Reach = 'none' | 'own' | 'some' | 'all';

/** What is asked beyond {@link questions}, which have ids that programs may keep. */
const asked: readonly (readonly [action: string, resource: string])[] = [
  ['approve', 'timeTrackings'],
  ['approve', 'changeTimeTrackingRequests'],
  ['approve', 'timesheetAccountings'],
  ['unapprove', 'timesheetAccountings'],
  ['invite', 'users'],
  ['sendWelcomeEmail', 'users'],
  ['set', 'userRoles'],
  ['read', 'hoursReports'],
  ['read', 'absenceReports'],
  ['read', 'overtimeReports'],
  ['update', 'generalSettings'],
  ['create', 'permissions'],
  ['create', 'employments'],
  ['update', 'employments'],
  ['delete', 'employments'],
  ['create', 'nfcTransponders'],
  ['update', 'nfcTransponders'],
  ['delete', 'nfcTransponders'],
];

/** What the rights of a person follow from, as a transaction shows it. */
export interface RightsView {
  readonly accessContext: AccessContext;
  readonly resource: (name: string) => Resource;
  /** All rows of `absenceTypes`. */
  readonly absenceTypes: readonly Row<'absenceTypes'>[];
  /** Nobody else in the account is an administrator. */
  readonly onlyAdministrator: boolean;
}

/** How far each right reaches, by the name of its question, such as `readTimeTrackings`. */
export function shellRights(view: RightsView): Readonly<Record<string, Reach>> {
  const known = questions.map(({ name, action, resource }) => ({ name, action, resource }));
  const more = asked.map(([action, resource]) => ({ name: rightName(action, resource), action, resource }));
  return Object.fromEntries([...known, ...more].map((one) => [one.name, reachOf(view, one)]));
}

function rightName(action: string, resource: string): string {
  return action + resource.slice(0, 1).toUpperCase() + resource.slice(1);
}

function reachOf(
  view: RightsView,
  { resource: name, action }: { readonly resource: string; readonly action: string },
): Reach {
  const { accessContext } = view;
  if (name === 'absences' && action !== 'read') return absencesReach(view, action);
  if (accessContext.readOnly && !action.startsWith('read')) return 'none';
  const resource = view.resource(name);
  return scopeReach(questionScope(accessContext, resource, action), personColumn(resource), accessContext);
}

/** The column of the person whom a row is about; a report adds up rows of the people in its `user_id`. */
function personColumn({ access, report }: Resource): string | undefined {
  return report === null ? access.about?.person : 'user_id';
}

/** The fields of people that the person may set in rows of others, no password among them; none where no such row may be changed. */
export function fieldsOfOthers({ accessContext, resource: find }: RightsView): readonly string[] | 'all' {
  const users = find('users');
  const rowPolicies = accessContext.readOnly ? [] : writePolicies(accessContext, users, 'update');
  const ofOthers = rowPolicies.filter(
    ({ scope }) => scopeReach(scope, personColumn(users), accessContext) !== 'own',
  );
  if (ofOthers.some(({ writable }) => writable === 'all')) return 'all';
  const isOfPerson = (field: string): boolean =>
    [...fieldsOfLogin, 'password', 'old_password'].some((one) => one === field);
  const fields = new Set(ofOthers.flatMap(({ writable }) => writable));
  return [...fields].filter((field) => !isOfPerson(field)).sort();
}

function scopeReach(scope: Scope, person: string | undefined, { userId }: AccessContext): Reach {
  if (scope === 'all') return 'all';
  if (scope.length === 0) return 'none';
  const isOwn = scope.every((terms) =>
    terms.some(({ column, oneOf }) => column === person && oneOf.every((id) => id === userId)),
  );
  return isOwn ? 'own' : 'some';
}

/** The widest reach of any type of absence. */
function absencesReach(
  { accessContext, absenceTypes, onlyAdministrator }: RightsView,
  action: string,
): Reach {
  const reaches = absenceTypes.map((type) => {
    const { enter, decide } = absenceReach(accessContext, type, { onlyAdministrator });
    return peopleReach(action === 'create' ? enter : decide, accessContext);
  });
  const widest = (['all', 'some', 'own'] as const).find((reach) => reaches.includes(reach));
  return widest ?? 'none';
}

/** Of everybody else is of all: deciding for oneself is another matter. */
function peopleReach({ among, except }: People, { userId }: AccessContext): Reach {
  if (among === 'all') return 'all';
  const ids = among.filter((id) => !except.includes(id));
  if (ids.length === 0) return 'none';
  return ids.every((id) => id === userId) ? 'own' : 'some';
}
