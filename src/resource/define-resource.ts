// The vocabulary in which a resource is one file. Everything a file leaves out has the default written here.
import type { Access, FieldVisibility } from './access.ts';
import type { FieldType, Stored } from './field-type.ts';
import { boolean } from './field-types/boolean.ts';
import { char } from './field-types/char.ts';
import { date } from './field-types/date.ts';
import { coordinate, decimal } from './field-types/decimal.ts';
import { absoluteFileAddress, relativeFileAddress } from './field-types/file-address.ts';
import { file } from './field-types/file.ts';
import { hours } from './field-types/hours.ts';
import { integer } from './field-types/integer.ts';
import { localDateTime } from './field-types/local-date-time.ts';
import { month } from './field-types/month.ts';
import { moment } from './field-types/moment.ts';
import { string } from './field-types/string.ts';
import { time } from './field-types/time.ts';
import { noOwnFields, ownColumn } from './own-fields.ts';
import type { HiddenColumn } from './hidden-column.ts';
import type { Action, Availability, Field, Index, NamedRead, Resource } from './resource.ts';
import type { ActionView, Call, InterceptWrite, RowCall } from './action.ts';
import type { Row, Rule } from './rule.ts';

/** The field types by the names that declarations use. `moment` and `local` are the two kinds of DateTime. */
export const types = {
  integer,
  boolean,
  string,
  char,
  decimal,
  hours,
  coordinate,
  date,
  month,
  time,
  local: localDateTime,
  moment,
  file,
  relativeFileAddress,
  absoluteFileAddress,
};

/** Availability for create, read and update, in this order, as the catalogue's columns: `ROO`, `-O-`, `OOO` … */
export type Availabilities = `${Availability}${Availability}${Availability}`;

/** What a declaration may say of a field beside its type, availability and sentence. */
export interface FieldOptions {
  readonly relation?: string;
  readonly key?: Readonly<Record<string, string>>;
  readonly values?: readonly Exclude<Stored, null>[];
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly json?: true;
  readonly notInBatches?: true;
  readonly zone?: true;
  readonly default?: Stored;
  readonly level?: FieldVisibility;
  readonly stored?: false;
  /** A password or PIN: stored as its hash. */
  readonly secret?: true;
  /** A secret parameter of an action that is only looked at: the action gets it as sent. */
  readonly hashed?: false;
  /** The caller's present password, sent with a change that asks for it. */
  readonly proof?: true;
  /** `false`: a field required on create may be emptied later, or is filled by a rule. */
  readonly required?: boolean;
  /** `true`: the server fills it in every row. */
  readonly filled?: true;
  readonly elapsed?: { readonly column: string; readonly since: string };
  readonly total?: { readonly within: string; readonly before: string };
  readonly monthOf?: string;
  readonly dateOf?: string;
  readonly emptyWith?: string;
}

/** A field before it has its name. */
export type FieldDeclaration = Omit<Field, 'name' | 'level'> & { readonly level?: FieldVisibility };

/** One field: its type, its availability (`ROO`), one sentence, and what else there is to say. */
export function field(
  type: FieldType,
  availability: Availabilities,
  doc: string,
  options: FieldOptions = {},
): FieldDeclaration {
  const [create, read, update] = [...availability] as [Availability, Availability, Availability];
  const fallback = type === boolean ? { default: 0 } : {};
  return {
    type,
    create,
    read,
    update,
    doc,
    ...fallback,
    ...options,
    stored: options.stored ?? true,
    secret: options.secret ?? false,
    hashed: options.hashed ?? options.secret ?? false,
    proof: options.proof ?? false,
    required: options.required ?? (create === 'R' || type === boolean),
  };
}

/** The row's id: assigned by the server, ascending from 1 in each account, never used again. */
export const id = field(types.integer, '-OR', 'Identifier, unique in the account and never used again.');

/** The access of internal resources: only rules reach them. */
export const noAccess: Access = { read: () => [], write: () => [] };

/** What a resource file says of an action; see {@link Action} for the meanings. */
export type ActionDeclaration<Name extends string = string> = ActionWords &
  (
    | { readonly on: 'row'; readonly absent?: never; readonly run: Runs<RowCall<Name>> }
    | { readonly on: 'row'; readonly absent: true; readonly run: Runs<Call<Name>> }
    | { readonly on: 'resource' | 'either'; readonly absent?: never; readonly run: Runs<Call<Name>> }
  );

type Runs<Told> = (call: Told, view: ActionView) => ReturnType<Action['run']>;

interface ActionWords extends Pick<Action, 'doc' | 'allowed'> {
  readonly methods?: Action['methods'];
  readonly parameters?: Readonly<Record<string, FieldDeclaration>>;
  readonly open?: boolean;
  readonly verb?: Action['verb'];
  readonly forReaders?: true;
  readonly prepare?: Action['prepare'];
}

/** What a resource file says; see {@link Resource} for the meanings. */
export interface Declaration<Name extends string = string> {
  readonly name: Name;
  readonly doc: string;
  readonly aliases?: readonly string[];
  readonly storage?: Resource['storage'];
  readonly table?: string;
  readonly flagView?: Resource['flagView'];
  readonly fixed?: Readonly<Record<string, Stored>>;
  readonly fields: Readonly<Record<string, FieldDeclaration>>;
  readonly spellings?: Resource['spellings'];
  /** Names of the fields that `_resolve` shows and that everyone sees. */
  readonly public?: readonly string[];
  readonly hidden?: Readonly<Record<string, HiddenColumn>>;
  readonly ownLike?: string;
  readonly pair?: readonly string[];
  readonly updateKey?: string;
  readonly lastChange?: string;
  readonly listOrder?: Resource['listOrder'];
  readonly blocks?: Resource['blocks'];
  readonly actions: readonly ('read' | 'create' | 'update' | 'delete')[];
  readonly namedReads?: Readonly<Record<string, NamedRead>>;
  readonly customActions?: Readonly<Record<string, ActionDeclaration<NoInfer<Name>>>>;
  readonly nested?: Readonly<Record<string, string>>;
  readonly pendingChild?: Resource['pendingChild'];
  readonly owned?: Readonly<Record<string, string>>;
  readonly turns?: Resource['turns'];
  readonly follows?: Resource['follows'];
  readonly idempotent?: readonly string[];
  readonly indexes?: readonly Index[];
  readonly exclusive?: Resource['exclusive'];
  readonly tree?: Resource['tree'];
  readonly unfit?: (row: Row<NoInfer<Name>>) => string | null;
  readonly access: Access;
  readonly before?: readonly Rule<NoInfer<Name>>[];
  readonly beforeHashing?: readonly Rule<NoInfer<Name>>[];
  readonly after?: readonly Rule<NoInfer<Name>>[];
  readonly interceptWrite?: InterceptWrite<NoInfer<Name>>;
  readonly compute?: Resource['compute'];
  readonly derive?: Resource['derive'];
  readonly derivedFrom?: readonly string[];
  readonly report?: Resource['report'];
  readonly answer?: Resource['answer'];
  readonly answered?: Resource['answered'];
  readonly open?: boolean;
  readonly history?: readonly string[];
  readonly usedThrough?: Resource['usedThrough'];
  readonly audited?: false | readonly string[];
  readonly content?: Resource['content'];
  readonly internal?: boolean;
}

/** Makes a resource of its declaration. */
export function defineResource<const Name extends string>(declaration: Declaration<Name>): Resource {
  return {
    name: declaration.name,
    doc: declaration.doc,
    aliases: declaration.aliases ?? [],
    storage: declaration.storage ?? 'account',
    table: declaration.table ?? snakeCase(declaration.flagView?.resource ?? declaration.name),
    flagView: declaration.flagView ?? null,
    fixed: declaration.fixed ?? {},
    fields: namedFields(declaration.fields, declaration.public ?? []),
    spellings: declaration.spellings ?? {},
    public: declaration.public ?? [],
    hidden: {
      ...declaration.hidden,
      ...(declaration.ownLike === undefined ? {} : { [ownColumn]: { column: 'text' } }),
    },
    ownLike: declaration.ownLike ?? null,
    own: noOwnFields,
    pair: declaration.pair ?? null,
    updateKey: declaration.updateKey ?? null,
    lastChange: declaration.lastChange ?? null,
    listOrder: declaration.listOrder ?? null,
    blocks: declaration.blocks ?? null,
    actions: new Set(declaration.actions),
    namedReads: declaration.namedReads ?? {},
    customActions: new Map(Object.entries(declaration.customActions ?? {}).map(namedAction)),
    nested: declaration.nested ?? {},
    pendingChild: declaration.pendingChild ?? null,
    owned: declaration.owned ?? {},
    turns: declaration.turns ?? null,
    follows: declaration.follows ?? [],
    idempotent: declaration.idempotent ?? null,
    indexes: declaration.indexes ?? [],
    exclusive: declaration.exclusive ?? null,
    tree: declaration.tree ?? null,
    // The engine gives functions of a resource its own rows only, and changes of these.
    unfit: (declaration.unfit as Resource['unfit'] | undefined) ?? null,
    access: declaration.access,
    before: (declaration.before ?? []) as readonly Rule[],
    beforeHashing: (declaration.beforeHashing ?? []) as readonly Rule[],
    after: (declaration.after ?? []) as readonly Rule[],
    interceptWrite: (declaration.interceptWrite as InterceptWrite | undefined) ?? null,
    compute: declaration.compute ?? null,
    derive: declaration.derive ?? null,
    derivedFrom: declaration.derivedFrom ?? [],
    report: declaration.report ?? null,
    answer: declaration.answer ?? null,
    answered: declaration.answered ?? {},
    open: declaration.open ?? false,
    history: new Set(declaration.history ?? []),
    usedThrough: declaration.usedThrough ?? {},
    audited: declaration.audited ?? true,
    content: declaration.content ?? null,
    internal: declaration.internal ?? false,
  };
}

function namedFields(
  declared: Readonly<Record<string, FieldDeclaration>>,
  shown: readonly string[],
): ReadonlyMap<string, Field> {
  const named = Object.entries(declared).map(([name, given]): [string, Field] => [
    name,
    { ...given, name, level: shown.includes(name) ? 'public' : (given.level ?? 'own') },
  ]);
  return new Map(named);
}

function namedAction<Name extends string>([name, given]: [string, ActionDeclaration<Name>]): [
  string,
  Action,
] {
  const { methods = ['PUT'], parameters = {}, open = false, verb = null } = given;
  const { forReaders = false, prepare = null } = given;
  const fields = namedFields(parameters, []);
  return [
    name,
    {
      ...given,
      // The engine gives it rows of its resource only, and a row if it is on rows.
      run: given.run as Action['run'],
      name,
      methods: everyMethod(methods, verb),
      parameters: fields,
      open,
      verb,
      forReaders,
      prepare,
    },
  ];
}

/** Clients call an action by POST and by PUT, whichever is documented; one that removes something by DELETE too. */
function everyMethod(documented: Action['methods'], verb: Action['verb']): Action['methods'] {
  const removing = verb === 'delete' ? (['DELETE'] as const) : [];
  return [...new Set([...documented, 'PUT' as const, 'POST' as const, ...removing])];
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
