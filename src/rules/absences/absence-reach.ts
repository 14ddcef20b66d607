// Who may enter absences of a type for whom, and who decides them: the one answer that the server enforces and that
// the permissionResolveAbsenceTypes… resources tell. It knows no request and no row but the absence type's.
import type { Sight } from '#resource/access.ts';
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
export type RequestType = 'WORKFLOW' | 'USER' | 'HR_MANAGER' | 'MANAGER';

const nobody: People = { among: [], except: [] };

/**
 * On whom the caller may act concerning absences of the type (a row of `absenceTypes`). Administrators and HR managers
 * act on all, supervisors and assistants on the people of their departments, except for types that are left to HR
 * managers; everyone requests for themselves what is enabled for requests and not left to managers. Nobody decides
 * for themselves, unless `onlyAdministrator`: nobody else in the account is one.
 */
export function absenceReach(
  sight: Sight,
  type: Row,
  { onlyAdministrator }: { readonly onlyAdministrator: boolean },
): AbsenceReach {
  if (sight.readOnly) return { enter: nobody, decide: nobody };
  const self = sight.userId;
  const led = ledPeople(sight, type['request_type'] as RequestType);
  if (self === null) return { enter: led, decide: led };
  const decidesSelf = sight.administrator && onlyAdministrator;
  const entersSelf = decidesSelf || (type['enabled_for_requests'] === 1 && mayRequest(led, type, self));
  return { enter: withOrWithout(led, self, entersSelf), decide: withOrWithout(led, self, decidesSelf) };
}

/** Whether the user is one of these people. */
export function isAmong({ among, except }: People, userId: number): boolean {
  return (among === 'all' || among.includes(userId)) && !except.includes(userId);
}

/** The people whom the caller manages as far as the type goes. */
function ledPeople(sight: Sight, requestType: RequestType): People {
  if (sight.administrator || sight.hrManager) return { among: 'all', except: [] };
  return requestType === 'HR_MANAGER' ? nobody : { among: sight.people, except: [] };
}

/** Types left to managers are requested by managers only, for themselves too. */
function mayRequest(led: People, type: Row, self: number): boolean {
  const leftToManagers = type['request_type'] === 'HR_MANAGER' || type['request_type'] === 'MANAGER';
  return !leftToManagers || isAmong(led, self);
}

function withOrWithout({ among }: People, self: number, included: boolean): People {
  if (!included)
    return { among: among === 'all' ? 'all' : among.filter((id) => id !== self), except: [self] };
  return { among: among === 'all' || among.includes(self) ? among : [...among, self], except: [] };
}
