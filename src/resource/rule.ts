// The words in which a resource says what must hold when its rows change. Rules run inside the write transaction.
// A rule sees (change, view): the row before and after, and a view of the same account in the same transaction.
import type { Rows } from '#generated/rows.ts';
import type { AccessContext, WriteVerb } from './access.ts';
import type { StoredContent } from './content.ts';
import type { OwnField } from './defined-field.ts';
import type { Stored } from './field-type.ts';
import type { StalePart } from './stale.ts';

/**
 * A row by column name, stored values, hidden columns included: of the resource that is named, or of any. Before a row is
 * created, columns that were not sent have their default or are empty: those too that a rule is still to fill.
 */
export type Row<Name extends string = string> = Name extends keyof Rows
  ? Rows[Name]
  : Readonly<Record<string, Stored>>;

/** Columns of a row that are to be written: of the resource that is named, or of any. */
export type Columns<Name extends string = string> = Name extends keyof Rows ? Partial<Rows[Name]> : Row;

/** A row whose columns can be set. */
export type Changing<Of> = { -readonly [Column in keyof Of]: Of[Column] };

/** One create, update or delete of one row, while it happens. */
export interface Change<Name extends string = string> {
  readonly verb: WriteVerb;
  readonly resource: string;
  readonly accessContext: AccessContext;
  /** The row as it stood; `null` on create. */
  readonly before: Row<Name> | null;
  /** The row as it will stand; rules may set columns, hidden ones too. On delete: as it stood. */
  readonly after: Changing<Row<Name>>;
  /** The fields that the client sent, parsed. */
  readonly given: ReadonlySet<string>;
  /** Passwords and PINs as they were sent, by field; `after` holds their hashes. To be looked at and never kept. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Hash that the password in a `proof` field matched before the transaction; `null`: the client sent none. */
  readonly proven: string | null;
  /** The file that a create of a resource with `content` brings; `null`: none. */
  readonly content: StoredContent | null;
  /** An action writes the row and has decided who may: rules about who may do not apply. */
  readonly trusted: boolean;
  /** Values of fields that no column keeps (write-only ones such as `task_type`), parsed, by name. */
  readonly extra: Readonly<Record<string, Stored>>;
  /** The request's own parameters that begin with `_`, as sent, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The moment of the transaction by the clock, in epoch seconds. */
  readonly now: number;
  /** Address of the client, for fields such as `start_ip`; `null` when the server itself writes. */
  readonly remoteAddress: string | null;
}

/** A comparison of one column in {@link View.find}. */
export interface Comparison<Name extends string = string> {
  readonly column: keyof Row<Name> & string;
  readonly is: '=' | '<' | '<=' | '>' | '>=' | '!=' | 'null' | 'not null' | 'in';
  /** A stored value; for `in` an array of them; left out for `null` and `not null`. */
  readonly value?: Stored | readonly Stored[];
}

/** How {@link View.find} sorts and cuts, and what of the rows it answers. */
export interface FindOptions<Name extends string = string> {
  /** Only these columns: of long rows of which little is needed, most of the time goes into the rest. */
  readonly columns?: readonly (keyof Row<Name> & string)[];
  /** Column names; a leading `-` sorts downwards. `id` closes the order. */
  readonly orderBy?: readonly ((keyof Row<Name> & string) | `-${keyof Row<Name> & string}`)[];
  readonly limit?: number;
  /** Rows as they stand, though they may be stale: for columns that nothing recomputes. */
  readonly asStored?: true;
}

/** What the code of a mailed link is good for: to choose a password, or to confirm a new e-mail address. */
export type CodePurpose = 'password' | 'address' | 'login';

/** What people log in with and what failed, in the account. */
export interface Logins {
  /** Ends every login of a user, at once and in every process. */
  end(userId: number): void;
  /** As `end`, but for the login from which the request's own token comes. */
  endOthers(userId: number): void;
  /** Ends the login from which the request's own token comes. */
  endOwn(): void;
  /** Forgets the failed attempts under a user name. */
  forgive(username: string): void;
  /**
   * Counts a mail that the request's address asks for under a name; refuses it when there were too many. Answers how many
   * there were of the name in the last fifteen minutes, from everywhere.
   */
  countMailRequest(name: string): number;
  /** To whom a one-time code was mailed for this purpose; `null` when it does not work, or no longer. */
  ownerOfCode(code: string, purpose: CodePurpose): number | null;
  /** A link with which an administrator logs in as a user; once, within ten minutes. */
  createLink(link: { readonly userId: number; readonly madeBy: number }): LoginLink;
}

/** A link that logs somebody in. */
export interface LoginLink {
  /** Address of its page; a path alone when the server does not know its own address. */
  readonly url: string;
  /** Seconds. */
  readonly expiresIn: number;
}

/** A mail that is to be sent. Its words are chosen, and one-time codes made, when it is. */
export interface QueuedMail {
  readonly kind: string;
  /** The receiver; `null`: nobody, which takes as long as somebody. */
  readonly userId: number | null;
  /** Where it goes, when not to the receiver's own address. */
  readonly address?: string;
  /** What the words need beside the receiver. Never a secret. */
  readonly data?: Readonly<Record<string, string>>;
  /**
   * Anybody can ask for it: it is dropped when so many of its kind wait in the account, or the account is suspended. Left
   * out: somebody with a login has caused it, and it is kept whatever waits.
   */
  readonly most?: number;
}

/** A row that is there, and columns that it is to have. */
export interface RowChange<Name extends string = string> {
  readonly row: Row;
  readonly values: Columns<Name>;
}

/** On whom a user could act before the transaction, and on whom now. */
export interface WidenedAccess {
  readonly before: AccessContext | undefined;
  readonly now: AccessContext;
}

/** The account as the transaction sees it. All row values are stored values. */
export interface View {
  /** The row of a resource by id, or `undefined`. Not limited to what the caller may read. */
  get<Name extends string>(resource: Name, id: number): Row<Name> | undefined;
  /** Rows that meet every comparison. */
  find<Name extends string>(
    resource: Name,
    comparisons: readonly Comparison<NoInfer<Name>>[],
    options?: FindOptions<NoInfer<Name>>,
  ): readonly Row<Name>[];
  /** How many rows meet every comparison. */
  count<Name extends string>(resource: Name, comparisons: readonly Comparison<NoInfer<Name>>[]): number;
  /** Writes a row of another resource (or another row); no rules run, stamps and ids are set. Answers the id. */
  insert<Name extends string>(resource: Name, values: Columns<Name>): number;
  /** Writes many rows of another resource, which get their ids in order. */
  insertAll<Name extends string>(resource: Name, rows: readonly Columns<Name>[]): void;
  /** Changes columns of another row, moves its last-change stamp; nothing happens if nothing differs. */
  update<Name extends string>(resource: Name, id: number, values: Columns<Name>): void;
  /** The same for many rows as they were just found: nothing is read again, and engines far away are asked once. */
  updateAll<Name extends string>(resource: Name, changes: readonly RowChange<NoInfer<Name>>[]): void;
  /**
   * Adds amounts to columns of every row that meets the comparisons, and moves their last-change stamps: for sums kept
   * in many rows. Rights must not depend on the columns.
   */
  addTo<Name extends string>(
    resource: Name,
    comparisons: readonly Comparison<NoInfer<Name>>[],
    amounts: Readonly<Record<string, number>>,
  ): void;
  /** The fields that the account has defined for a resource. */
  ownFields(resource: string): readonly OwnField[];
  /** Takes the value of an account's own field out of every row of a resource, and moves their last-change stamps. */
  emptyOwnField(resource: string, name: string): void;
  /** Removes another row, with its owned children, and records the deletion. */
  remove(resource: string, id: number): void;
  /** The same for many rows as they were just found. */
  removeAll(resource: string, rows: readonly Row[]): void;
  /** Value of a `generalSettings` row by its `setting_type`, or its default. */
  setting(type: string): string;
  readonly logins: Logins;
  /** Has a mail sent once the transaction is committed; `false`: this server sends none. */
  mail(mail: QueuedMail): boolean;
  /** Keeps what these users may see, as it stands; called before that changes, for their delta answers. */
  recordAccess(userIds: readonly number[]): void;
  /**
   * The users whose access was kept in this transaction, with what each could do before and can do now; `undefined`: not
   * active. Empty for callers with access to everybody.
   */
  widenedAccess(): readonly WidenedAccess[];
  /** On whom these users may act, as it stands in the transaction, by id; those who are not active are left out. */
  accessContextsOf(userIds: readonly number[]): readonly AccessContext[];
  /** Notes what this change has made stale of a person: it is recomputed once, and before a rule looks at it. */
  stale(userId: number, part: StalePart): void;
  /** Lists a row that this change altered beside its own, for the response's `Affected`. */
  affected(resource: string, id: number): void;
}

/** As {@link View.find}, where it is awaited. */
export type AwaitedFind = <Name extends string>(
  resource: Name,
  comparisons: readonly Comparison<NoInfer<Name>>[],
  options?: FindOptions<NoInfer<Name>>,
) => Promise<readonly Row<Name>[]>;

/** Runs before (derive, refuse) or after (maintain others) the row is written. Refuses by throwing ApiError. */
export type Rule<Name extends string = string> = (change: Change<Name>, view: View) => void;

/** The account as a reading transaction sees it. */
export type ReadView = Pick<View, 'get' | 'find' | 'count' | 'setting'>;
