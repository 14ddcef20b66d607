// What a resource is: one value that declares fields, access, relations and rules; the engine does the rest.
import type { Access, GrantedVerb, FieldVisibility, Scope, AccessContext, Term } from './access.ts';
import type { ActionAnswer, ActionView, Call, InterceptWrite, Preparation } from './action.ts';
import type { Content } from './content.ts';
import type { FieldType, Stored } from './field-type.ts';
import type { HiddenColumn } from './hidden-column.ts';
import type { Report } from './report.ts';
import type { AwaitedFind, ReadView, Row, Rule } from './rule.ts';
import type { AnsweredMember, Question, ShownRow } from './answered-member.ts';
import type { DescribedField, OwnFields } from './defined-field.ts';
import type { Turning } from './turning.ts';

/** Availability of a field in an action: `-` not supported, `O` optional, `R` required. */
export type Availability = '-' | 'O' | 'R';

/** One field of a resource. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly create: Availability;
  readonly read: Availability;
  readonly update: Availability;
  /** One sentence for the reference pages. */
  readonly doc: string;
  /** The resource whose id this holds; `nodes` means a project or a task. */
  readonly relation?: string;
  /** The relation is by other columns than the id: column there → field here. It is shown, never checked. */
  readonly key?: Readonly<Record<string, string>>;
  /** The only values allowed, as stored. */
  readonly values?: readonly Exclude<Stored, null>[];
  /** Bounds of a stored number, inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** Longest text, in characters. */
  readonly maxLength?: number;
  /** A parameter that may be sent as a list or an object: the action gets its JSON text. */
  readonly json?: true;
  /** The text names a time zone. */
  readonly zone?: true;
  /** Value on create when none is sent; otherwise 0 for booleans, `null` for the rest. */
  readonly default?: Stored;
  /** From which level on the field is shown; default `own`. Public fields are `public`. */
  readonly level: FieldVisibility;
  /** Whether a column keeps it; `false` for values that only rules use (they get them in `change.extra`). */
  readonly stored: boolean;
  /** A password or PIN: its column keeps the Argon2id hash, made before the transaction; never read, never filtered. */
  readonly secret: boolean;
  /** `false` for a secret that an action only looks at. */
  readonly hashed: boolean;
  /** The caller's present password: the engine checks it before the transaction, rules find its hash in `change.proven`. */
  readonly proof: boolean;
  /** `true`: although create requires it, items of a batch may leave it out. */
  readonly notInBatches?: true;
  /** Cannot be empty after create (required fields; booleans). */
  readonly required: boolean;
  /** No stored row lacks it, although no client need send it: the server sets it in each. */
  readonly filled?: true;
  /** Of rows in which `column` is NULL, which are never cached: the field shows the seconds since `since` (epoch). */
  readonly elapsed?: { readonly column: string; readonly since: string };
  /**
   * No column of its own: the sum of what stood before the row's block, a column of the block, and of what came since
   * its first row, a hidden column here. See {@link Blocks}.
   */
  readonly total?: { readonly before: string; readonly within: string };
  /** The field with the date of which this is the month: a filter by the month is one by the date too. */
  readonly monthOf?: string;
  /** The field with the local time of which this is the date: filters by the one narrow the other, too. */
  readonly dateOf?: string;
  /** The hidden column that is empty exactly when this field is. */
  readonly emptyWith?: string;
  /** Of an account's own: it has no column, see own-fields.ts. */
  readonly own?: true;
  /** What an account has defined of it, as its description tells it: nothing else looks at it. */
  readonly described?: DescribedField;
}

/** An index over columns; `account_id` is put in front by itself. */
export interface Index {
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** Only rows in which this column is NULL. */
  readonly whereNull?: string;
  /** For a unique index: the field that the refusal names, and what is wrong. */
  readonly field?: string;
}

/** Rows that are equal in `columns` never overlap: from `from`, before `until`; without `until`, for ever. */
export interface Exclusive {
  readonly columns: readonly string[];
  readonly from: string;
  readonly until: string;
}

/**
 * A read under an address of its own (`users/me`): the rows that these terms allow, inside the caller's scope. `filtered`
 * names the fields by which the request itself filters.
 */
export type NamedRead = (accessContext: AccessContext, filtered: ReadonlySet<string>) => readonly Term[];

/** What can be done with a resource beside reading, creating, updating and deleting. */
export interface Action {
  readonly name: string;
  /** One sentence. */
  readonly doc: string;
  /** HTTP methods under which it can be called: POST, PUT and perhaps DELETE; the first is the one documented. */
  readonly methods: readonly ('POST' | 'PUT' | 'DELETE')[];
  /** `row`: acts on the row of the id in address or body; `resource`: on none; `either`: on the row if an id is sent. */
  readonly on: 'row' | 'resource' | 'either';
  /** An action on a row that runs without one, with `call.absentId`, when the caller can read no row of the id. */
  readonly absent?: true;
  /** What may be sent; create availability says whether it must be. Ids are checked as in a create. */
  readonly parameters: ReadonlyMap<string, Field>;
  /**
   * On which rows the caller may use it; for an action on no row the parameters count as the row. `[]`: refused (401).
   */
  readonly allowed: (accessContext: AccessContext) => Scope;
  /** The verb under which `permissions` can grant it; `null`: they cannot. */
  readonly verb: GrantedVerb | null;
  /** Needs no token; `allowed` is then asked for an access context without user and rights. */
  readonly open: boolean;
  /** Changes no data, so that credentials for reading only may use it. */
  readonly forReaders: boolean;
  /**
   * Runs before the transaction, and before secrets are hashed, for what takes long or shows that they need not be.
   * Refuses by throwing; what it answers is `call.prepared`.
   */
  readonly prepare: ((call: Call, preparation: Preparation) => Promise<Call['prepared']>) | null;
  readonly run: (call: Call, view: ActionView) => ActionAnswer;
}

/** A resource whose rows are the flagged rows of another, under names of its own: `favouriteTasks`. */
export interface FlagView {
  /** The resource whose rows these are. They have the same ids, and its rules hold for every write. */
  readonly resource: string;
  /** Field here → column there; a field that is left out has the same name there. */
  readonly columns: Readonly<Record<string, string>>;
  /** Column there, a number: rows in which it is neither empty nor 0 belong to the view. Create sets it, delete clears it. */
  readonly flag: string;
}

/**
 * Rows that add up along time are kept in blocks, such as the days of a month. A change then moves the rows after it in
 * its block and the blocks after that, not the rows of years. Whatever of a block changes, changes its rows: they have
 * the later of both last changes, and the revisions of both.
 */
export interface Blocks {
  /** Table of an internal resource; its rows are the blocks. */
  readonly table: string;
  /** Column here with the id of the row's block. */
  readonly column: string;
  /** The last change of a block. */
  readonly lastChange: string;
  /** A column of both that has the same value in a block and in its rows: whose rows they are. */
  readonly shared: string;
}

/** A pending child of a row: it may be sent with the row, is checked like a create, and is not written. */
export interface PendingChild {
  /** The child's resource. */
  readonly resource: string;
  /** Field with the child's id; empty while there is no such child. */
  readonly field: string;
  /** Hidden column with what the child is to become, see pending-row.ts; shown over the child until it is emptied. */
  readonly column: string;
}

/** A row that the server makes without a table (`serverTime`). */
export interface ComputedContext {
  readonly now: number;
  readonly serverTimeZone: string;
  readonly host: string;
}

/** A user whose rights are to be told, and when these last changed (epoch seconds). */
export interface Subject {
  readonly accessContext: AccessContext;
  readonly changedAt: number;
}

/** What derived rows follow from. */
export interface Derivation {
  readonly subjects: readonly Subject[];
  /** Users of the account about whom there may be rows, as stored. */
  readonly users: readonly (Row & { readonly id: number })[];
  /** The active administrators of the account. */
  readonly administrators: readonly number[];
  /** When what others may do with a user last changed (epoch seconds). */
  readonly stampOf: (userId: number) => number;
  /** The resource of a name. */
  readonly resource: (name: string) => Resource;
  readonly find: AwaitedFind;
}

/**
 * The rows that follow from the rights of users, subject by subject, some at a time, and those of a subject in the order of
 * their ids. Each id names one fact for ever, and facts about one subject lie together.
 */
export type Derive = (from: Derivation) => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** A complete resource. Make it with `defineResource`. */
export interface Resource {
  readonly name: string;
  /** Other names of it; one with a slash is the address of its `read`: a resource and an action of that one. */
  readonly aliases: readonly string[];
  readonly doc: string;
  /**
   * `account`: rows belong to an account; `installation`: reference data shared by all; `computed`: one row without a
   * table; `derived`: rows that follow from others and are worked out for each read; `report`: sums of others.
   */
  readonly storage: 'account' | 'installation' | 'computed' | 'derived' | 'report';
  readonly table: string;
  /** `null`: its rows are its own. */
  readonly flagView: FlagView | null;
  /** Columns that are the same in all its rows, when several resources share a table (projects and tasks). */
  readonly fixed: Readonly<Record<string, Stored>>;
  readonly fields: ReadonlyMap<string, Field>;
  /** Older names under which clients send a field, in bodies only: name → field. */
  readonly spellings: Readonly<Record<string, string>>;
  readonly public: readonly string[];
  readonly hidden: Readonly<Record<string, HiddenColumn>>;
  /** The field like which fields of an account's own are read and written; `null`: accounts can define none for it. */
  readonly ownLike: string | null;
  readonly own: OwnFields;
  /** Fields that together name a row in place of an id on the wire (`teamMembers`); one alone may stand in addresses. */
  readonly pair: readonly string[] | null;
  /** A field, unique in the account, that names the row of an update in place of the id; `null`: the id alone does. */
  readonly updateKey: string | null;
  readonly lastChange: string | null;
  /** The order of a list for which the client names none; ties go by id. `null`: by id. */
  readonly listOrder: { readonly field: string; readonly descending: boolean } | null;
  /** `null`: its rows stand for themselves. */
  readonly blocks: Blocks | null;
  readonly actions: ReadonlySet<'read' | 'create' | 'update' | 'delete'>;
  readonly namedReads: Readonly<Record<string, NamedRead>>;
  /** What can be done beside these, by name. */
  readonly customActions: ReadonlyMap<string, Action>;
  /**
   * Children that may be created (and read) inside a parent: resource → its field that holds the parent's id. `id`: the
   * parent names the child, see `pendingChild`.
   */
  readonly nested: Readonly<Record<string, string>>;
  /** The nested child that a row names and, until something creates or changes it, keeps as pending. */
  readonly pendingChild: PendingChild | null;
  /** Children that are deleted with the parent: resource → its field that holds the parent's id. */
  readonly owned: Readonly<Record<string, string>>;
  /** `null`: rows change only when somebody changes them. */
  readonly turns: Turning | null;
  /** Resources of rows that turn, from which its own rows follow: they are brought up to date before it is read. */
  readonly follows: readonly string[];
  /** A create that repeats the values of these fields answers the existing row and changes nothing. */
  readonly idempotent: readonly string[] | null;
  readonly indexes: readonly Index[];
  /** What rules hold, and the database too if it can; `null`: nothing. */
  readonly exclusive: Exclusive | null;
  /** Fields of a tree: the row above, and the ids from the top down to the row itself; `null`: no tree. */
  readonly tree: { readonly mother: string; readonly path: string } | null;
  /** Says of a stored row that breaks a rule what would be right, else `null`: whoever wrote the row. */
  readonly unfit: ((row: Row) => string | null) | null;
  readonly access: Access;
  readonly before: readonly Rule[];
  /**
   * Those of `before` that are also asked before secrets are hashed, because hashing costs more than the rest: they decide
   * who may set a secret. They find it in `secrets`, and in `after` any value that is not the stored hash.
   */
  readonly beforeHashing: readonly Rule[];
  readonly after: readonly Rule[];
  /** Asked before the rules of a create or update that a client sends. */
  readonly interceptWrite: InterceptWrite | null;
  /** For `computed`: the rows, already as shown. An object stands alone in `Results` (not in an array). */
  readonly compute: ((context: ComputedContext) => ShownRow) | null;
  /** For `derived`: the rows, with a `subject_user_id` each. */
  readonly derive: Derive | null;
  /** Resources whose rows the derived ones follow from, beside users and what rights follow from. */
  readonly derivedFrom: readonly string[];
  readonly report: Report | null;
  /** For `computed`: rows worked out from those of the account. Its fields are what it can be asked by, `R`: must be. */
  readonly answer: ((question: Question, view: ReadView) => readonly ShownRow[]) | null;
  /** What these rows hold, by path: `overtime.overtime_saldo`; members of a list behind `[]`. For readers only. */
  readonly answered: Readonly<Record<string, AnsweredMember>>;
  /** Computed resources that need no token, and whose `Results` is one object. */
  readonly open: boolean;
  /** Relations kept as history: the id may outlive its row, so no reference is checked or counted as use. */
  readonly history: ReadonlySet<string>;
  /**
   * Rows elsewhere that mean a row of this resource by other columns than its id, and keep it from being deleted:
   * resource → its column → the column here.
   */
  readonly usedThrough: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether the audit log tells of its changes; or the only fields of whose changes it tells. */
  readonly audited: boolean | readonly string[];
  /** `null`: rows are all there is. Otherwise `download/<id>` answers bytes, and a create brings them. */
  readonly content: Content | null;
  /** Only for rules: a table that has no address and stands in no list of resources. */
  readonly internal: boolean;
}
