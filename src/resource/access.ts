// The words in which a resource says who may see and change its rows. Pure data and pure functions of it.
// Decisions §9: a row a caller may not read does not exist for them.
import type { Stored } from './field-type.ts';

/** Who is asking, and on whom they may act; loaded anew for every request. */
export interface AccessContext {
  readonly kind: 'machine' | 'user';
  readonly accountId: number;
  /** `null` for a machine credential. */
  readonly userId: number | null;
  /** The administrator who acts as the user, by a login link; `null`: the user themselves. */
  readonly actorId: number | null;
  readonly clientId: string;
  readonly readOnly: boolean;
  /** A machine credential counts as administrator. */
  readonly administrator: boolean;
  readonly hrManager: boolean;
  /** Users of the departments (with all below) that the caller supervises or assists in; empty for administrators. */
  readonly people: readonly number[];
  /** The supervised departments themselves, with all below. */
  readonly departments: readonly number[];
  /** Members of the teams that the caller leads. */
  readonly teamMembers: readonly number[];
  /** For a terminal that people share: those who are assigned to it, whose times it starts and stops. */
  readonly terminalUsers: readonly number[];
  /** The caller's own department first, then those above it, up to the top. */
  readonly ownDepartments: readonly number[];
  /** What rows of `permissions` grant the caller beyond that. */
  readonly grants: readonly GrantedRight[];
  /** Projects that the caller leads. */
  readonly ledProjects: readonly number[];
  /** Restricted projects and tasks that are open to the caller, each at its time. */
  readonly assignments: readonly Assignment[];
  /** Whether people see how to reach those with whom they have nothing to do: the setting `colleagues_see_contact`. */
  readonly colleaguesSeeContact: boolean;
  /** Of which colleagues people see that they are away: the setting `team_sees_absences`. */
  readonly seesAbsences: Reach;
  /** Of which colleagues people see that they are at work: the setting `team_sees_presence`. */
  readonly seesPresence: Reach;
  /** Who is in a team with the caller, where one of both is `team`. */
  readonly teammates: readonly number[];
  /** Today on the caller's clocks, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Which colleagues somebody sees: none, members of the same teams, people of the same department, or everybody. */
export type Reach = 'none' | 'team' | 'department' | 'account';

/** A node that is open to somebody from one day to another, both included; `null`: without a beginning or an end. */
export interface Assignment {
  readonly node: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** Whether the assignment holds on the day. */
export function holdsOn({ from, to }: Pick<Assignment, 'from' | 'to'>, day: string): boolean {
  return (from === null || from <= day) && (to === null || day <= to);
}

/** What a row of `permissions` can grant: a verb that changes rows, reading, or deciding. */
export type GrantedVerb = 'read' | WriteVerb | 'approve';

/** A right that a row of `permissions` grants, its scope worked out. */
export interface GrantedRight {
  readonly resource: string;
  readonly verb: GrantedVerb;
  /** On rows about whom. */
  readonly people: readonly number[] | 'all';
  /** On rows of which departments. */
  readonly departments: readonly number[] | 'all';
}

/** An access context without rights and without a place in the company, which others begin with. */
export const noRights: AccessContext = {
  kind: 'user',
  accountId: 0,
  userId: null,
  actorId: null,
  clientId: '',
  readOnly: false,
  administrator: false,
  hrManager: false,
  people: [],
  departments: [],
  teamMembers: [],
  terminalUsers: [],
  ownDepartments: [],
  grants: [],
  ledProjects: [],
  assignments: [],
  colleaguesSeeContact: false,
  seesAbsences: 'none',
  seesPresence: 'none',
  teammates: [],
  today: '',
};

/** The user to whom decisions are put down: the administrator who acts as somebody, else the caller. */
export function actingUser({ actorId, userId }: Pick<AccessContext, 'actorId' | 'userId'>): number | null {
  return actorId ?? userId;
}

/**
 * How much of a row is shown. `colleague` is for how people are reached, `self` for what only the person and
 * administrators see; `managerSelf` is the row of the person who also manages it.
 */
export const fieldVisibilities = [
  'public',
  'colleague',
  'own',
  'self',
  'manager',
  'managerSelf',
  'administrator',
] as const;
/** One of {@link fieldVisibilities}. */
export type FieldVisibility = (typeof fieldVisibilities)[number];

const shownAt: Readonly<Record<FieldVisibility, readonly FieldVisibility[]>> = {
  public: ['public'],
  colleague: ['public', 'colleague'],
  own: ['public', 'colleague', 'own'],
  self: ['public', 'colleague', 'own', 'self'],
  manager: ['public', 'colleague', 'own', 'manager'],
  managerSelf: ['public', 'colleague', 'own', 'self', 'manager'],
  administrator: fieldVisibilities,
};

/** Whether a caller with visibility `have` sees fields that need visibility `need`. */
export function sees(have: FieldVisibility, need: FieldVisibility): boolean {
  return shownAt[have].includes(need);
}

/** A column that must hold one of these values. */
export interface Term {
  readonly column: string;
  readonly oneOf: readonly Stored[];
  /** The column holds a path of ids, such as `1/3/9`: one of them must be among the values. */
  readonly path?: true;
}

/** Which rows: all, or those that meet every term of at least one alternative. `[]` is none. */
export type Scope = 'all' | readonly (readonly Term[])[];

/**
 * Rows of one field visibility. A resource answers with row policies, the highest first; the first that fits a row
 * counts.
 */
export interface RowPolicy {
  readonly level: FieldVisibility;
  readonly scope: Scope;
}

/** The verbs that change rows. */
export type WriteVerb = 'create' | 'update' | 'delete';

/** A resource's access rules. */
export interface Access {
  /** What the caller may read; `[]`: the resource is refused to them (401). */
  readonly read: (accessContext: AccessContext) => readonly RowPolicy[];
  /** On which rows the caller may use the verb (for an update: before and after it); `[]`: refused (401). */
  readonly write: (accessContext: AccessContext, verb: WriteVerb) => Scope;
  /** Fields the caller may set on rows that are theirs only in part; absent: every writable field. */
  readonly writable?: (accessContext: AccessContext, verb: WriteVerb) => readonly string[] | 'all';
  /** Whom or what its rows are about, so that `permissions` can grant more; absent: only a grant for all does. */
  readonly about?: About;
}

/** How a resource's rows lie in the scopes of `permissions`. */
export interface About {
  /** Column with the id of the person whom a row is about. */
  readonly person?: string;
  /** Column with the id of the department to which a row belongs today. */
  readonly department?: string;
  /** What else must hold of a row that is written by a grant. */
  readonly only?: readonly Term[];
  /** Fields that a grant lets its holder set; absent: every writable field. */
  readonly writable?: readonly string[];
}

/** Whether a stored row lies in the scope. */
export function inScope(scope: Scope, row: Readonly<Record<string, Stored>>): boolean {
  if (scope === 'all') return true;
  return scope.some((terms) => terms.every((term) => meets(term, row[term.column] ?? null)));
}

function meets({ oneOf, path }: Term, value: Stored): boolean {
  if (path !== true) return oneOf.includes(value);
  return (
    value !== null &&
    String(value)
      .split('/')
      .some((id) => oneOf.includes(Number(id)))
  );
}

/** The scope in which a column holds one of the values; none when there are no values. */
export function where(column: string, oneOf: readonly Stored[]): Scope {
  return oneOf.length === 0 ? [] : [[{ column, oneOf }]];
}

/** The scope in which the path of ids in a column passes one of these; none when there are none. */
export function whereOnPath(column: string, ids: readonly number[]): Scope {
  return ids.length === 0 ? [] : [[{ column, oneOf: ids, path: true }]];
}

/** Rows of either scope. */
export function either(...scopes: readonly Scope[]): Scope {
  return scopes.includes('all') ? 'all' : scopes.flatMap((scope) => scope as readonly (readonly Term[])[]);
}

/** Master data: everyone in the account reads it, administrators change it. */
export const sharedData: Access = {
  read: (accessContext) => [
    {
      level: accessContext.administrator ? 'administrator' : accessContext.hrManager ? 'manager' : 'own',
      scope: 'all',
    },
  ],
  write: (accessContext) => (accessContext.administrator ? 'all' : []),
};

/** Data about one person, named by `column`: themselves, who leads them, HR managers and administrators read it. */
export function aboutPerson(column: string, write: Access['write']): Access {
  return {
    about: { person: column },
    read: (accessContext) => {
      if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
      if (accessContext.hrManager) return [{ level: 'manager', scope: 'all' }];
      return [
        { level: 'manager', scope: where(column, accessContext.people) },
        { level: 'own', scope: where(column, accessContext.userId === null ? [] : [accessContext.userId]) },
      ];
    },
    write,
  };
}

/** Times and status of a person: as {@link aboutPerson}, and the leaders of their teams read them. */
export function timesOfPerson(column: string, write: Access['write']): Access {
  const access = aboutPerson(column, write);
  return {
    ...access,
    read: (accessContext) => {
      if (accessContext.administrator || accessContext.hrManager) return access.read(accessContext);
      return [
        ...access.read(accessContext),
        { level: 'own', scope: where(column, accessContext.teamMembers) },
      ];
    },
  };
}

/** The rows about colleagues within reach; the columns hold a person and the person's department. */
export function ofColleagues(
  { teammates, ownDepartments }: AccessContext,
  reach: Reach,
  { person, department }: { readonly person: string; readonly department: string },
): Scope {
  if (reach === 'account') return 'all';
  if (reach === 'team') return where(person, teammates);
  return reach === 'department' ? where(department, ownDepartments.slice(0, 1)) : [];
}

/** Those rows of a scope that meet further terms. */
export function limitedTo(scope: Scope, terms: readonly Term[]): Scope {
  return scope === 'all' ? [terms] : scope.map((those) => [...those, ...terms]);
}

/** The rows about people whose times the caller may edit, themselves included. */
export function editablePeople(column: string, accessContext: AccessContext): Scope {
  if (accessContext.administrator || accessContext.hrManager) return 'all';
  return where(column, accessContext.userId === null ? [] : [accessContext.userId, ...accessContext.people]);
}

/** Whom a valid access token stands for. */
export interface Caller {
  readonly kind: 'machine' | 'user';
  readonly accountId: number;
  /** The account's name as in addresses, lower case. */
  readonly accountName: string;
  /** `null` for a machine credential. */
  readonly userId: number | null;
  /** The administrator who acts as the user; absent: nobody else does. */
  readonly actorId?: number;
  readonly clientId: string;
  /** The credential was issued for reading only. */
  readonly readOnly: boolean;
  /** The login from which the token comes; absent when the server itself calls. */
  readonly login?: string;
}
