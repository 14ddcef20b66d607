// Who may enter absences of a type for whom, and who decides them: the one answer that the server enforces and that
// the permissionResolveAbsenceTypes… resources tell. It knows no request and no row but the absence type's.
import type { GrantedVerb, AccessContext } from '#resource/access.ts';
import type { Row } from '#resource/rule.ts';

/** Some users: all of the account, or those listed; in both cases without the exceptions. */
export interface People {
  readonly among: 'all' | readonly number[];
  readonly except: readonly number[];
}

/** On whom a caller may act concerning absences of one type. */
export interface AbsenceReach {
  /** For whom they may enter an absence: a request, unless they decide it or the type needs no decision. */
  readonly enter: People;
  /** Whose requests they decide; what they enter for these people is granted at once. */
  readonly decide: People;
}

/** What an absence type says about who enters it. */
export type EnteredType = Pick<Row<'absenceTypes'>, 'enabled_for_requests'> & {
  readonly request_type: string;
};
type RequestType = EnteredType['request_type'];

const noPeople: People = { among: [], except: [] };

/**
 * On whom the caller may act concerning absences of the type (a row of `absenceTypes`). Administrators and HR managers
 * act on all, supervisors and assistants on the people of their departments, except for types that are left to HR
 * managers; everyone requests for themselves what is enabled for requests and not left to managers. `permissions` grant
 * more: to `create` absences is to request them for others, to `approve` them is to decide as a supervisor does. Nobody
 * decides for themselves, unless `onlyAdministrator`: nobody else in the account is one. Who acts as somebody by a login
 * link does not decide for either.
 */
export function absenceReach(
  accessContext: AccessContext,
  type: EnteredType,
  { onlyAdministrator }: { readonly onlyAdministrator: boolean },
): AbsenceReach {
  if (accessContext.readOnly) return { enter: noPeople, decide: noPeople };
  const requestType = type.request_type;
  const led = ledPeople(accessContext, requestType);
  const requested = mayBeRequested(type) ? grantedPeople(accessContext, 'create') : [];
  const decided = requestType === 'HR_MANAGER' ? [] : grantedPeople(accessContext, 'approve');
  const self = accessContext.userId;
  const decidesSelf = accessContext.administrator && onlyAdministrator;
  const entersSelf = decidesSelf || mayRequest(type, self !== null && holds(led, self));
  return {
    enter: withOrWithout(union(led, requested), self, entersSelf),
    decide: without(withOrWithout(union(led, decided), self, decidesSelf), accessContext.actorId),
  };
}

/** Whether the user is one of these people. */
export function isAmong({ among, except }: People, userId: number): boolean {
  return holds(among, userId) && !except.includes(userId);
}

/** On whose absences `permissions` grant the caller the verb. */
export function grantedPeople({ grants }: AccessContext, verb: GrantedVerb): People['among'] {
  return grants
    .filter((grant) => grant.resource === 'absences' && grant.verb === verb)
    .reduce<People['among']>((people, grant) => union(people, grant.people), []);
}

/** The people whom the caller manages as far as the type goes. */
function ledPeople(accessContext: AccessContext, requestType: RequestType): People['among'] {
  if (accessContext.administrator || accessContext.hrManager) return 'all';
  return requestType === 'HR_MANAGER' ? [] : accessContext.people;
}

/** Types left to managers are requested by managers only, for themselves too. */
function mayRequest(type: EnteredType, manages: boolean): boolean {
  return type.enabled_for_requests === 1 && (manages || mayBeRequested(type));
}

function mayBeRequested(type: EnteredType): boolean {
  const leftToManagers = type.request_type === 'HR_MANAGER' || type.request_type === 'MANAGER';
  return type.enabled_for_requests === 1 && !leftToManagers;
}

function withOrWithout(among: People['among'], self: number | null, included: boolean): People {
  if (self === null) return { among, except: [] };
  return included ? { among: union(among, [self]), except: [] } : { among, except: [self] };
}

function without(people: People, one: number | null): People {
  return one === null ? people : { ...people, except: [...people.except, one] };
}

function union(one: People['among'], other: People['among']): People['among'] {
  return one === 'all' || other === 'all' ? 'all' : [...new Set([...one, ...other])];
}

function holds(among: People['among'], userId: number): boolean {
  return among === 'all' || among.includes(userId);
}
