// The words in which a resource declares what can be done with it beside reading, creating, updating and deleting:
// `approve`, `start`, `resetPassword` … An action runs inside one write transaction, like a rule.
import type { AccessContext } from './access.ts';
import type { Stored } from './field-type.ts';
import type { Change, Logins, Row, View } from './rule.ts';

/** What an action of a resource is told. */
export interface Call<Name extends string = string> {
  readonly action: string;
  readonly accessContext: AccessContext;
  /** The row that `id` names, as stored, for an action on rows; `null` otherwise. */
  readonly row: Row<Name> | null;
  /** The id that was sent, when there is no such row and the action is one that then acts on none. */
  readonly absentId?: number;
  /** The parameters that were sent, parsed; an empty one is `null`. Secrets are hashed already, unless declared not to be. */
  readonly values: Readonly<Record<string, Stored>>;
  /** What the action's `prepare` answered. */
  readonly prepared: Readonly<Record<string, Stored>>;
  /** The request's own parameters that begin with `_`, as sent, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The moment of the transaction in epoch seconds. */
  readonly now: number;
  /** Address of the client. */
  readonly remoteAddress: string | null;
}

/** What an action on rows is told, unless it runs without one, too. */
export interface RowCall<Name extends string = string> extends Call<Name> {
  readonly row: Row<Name>;
}

/** What an action can ask before its transaction. */
export interface Preparation {
  /**
   * Checks the password of the request's user, as slowly and as seldom as a login. Answers the hash that it matched, to be
   * compared inside the transaction; throws `wrong_password` and `too_many_attempts`.
   */
  provePassword(password: string): Promise<string>;
  ownerOfCode(...order: Parameters<Logins['ownerOfCode']>): Promise<ReturnType<Logins['ownerOfCode']>>;
}

/** How an action writes a row under that resource's rules. */
export interface ActionWrite {
  /** Stands for what a client sent with `_`, for rules that look at it. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** The account as an action sees it: what rules have, and writes under the rules of the resource. */
export interface ActionView extends View {
  /** Creates a row of stored values under the resource's rules; who may is the action's to decide. Answers the id. */
  create(resource: string, values: Row, options?: ActionWrite): number;
  /** Changes a row under the resource's rules. */
  change(resource: string, id: number, values: Row, options?: ActionWrite): void;
  /** Deletes a row under the resource's rules; refused while others refer to it. */
  delete(resource: string, id: number): void;
}

/** What an action answers. */
export type ActionAnswer =
  /**
   * Rows of the resource, shown as the caller may see them. `undo`: they are shown, but nothing is stored. `warnings`: why
   * what was asked for had no effect, one sentence each.
   */
  | { readonly ids: readonly number[]; readonly undo?: true; readonly warnings?: readonly string[] }
  /** A row that was not written, because something else was written in its place; shown without an id. */
  | { readonly unwritten: Row }
  /** Plain objects. */
  | { readonly rows: readonly Readonly<Record<string, unknown>>[] };

/** What was written in place of a change that a client sent. */
export interface Replaced {
  /** The row that is answered; `null`: the one that was not created, as the change has it, without an id. */
  readonly id: number | null;
  /** Whether that is a new row, under which its children come. */
  readonly isNew: boolean;
}

/** Intercepts a write: writes something else in place of the change, which is then not made; `null`: it is made. */
export type InterceptWrite<Name extends string = string> = (
  change: Change<Name>,
  view: ActionView,
) => Replaced | null;
