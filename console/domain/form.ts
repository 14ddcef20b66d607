// Forms made of what the server says of a resource: which fields it takes, of which kind. It knows no rule: what cannot
// be read as its kind is sent as it was typed, for the server to refuse.
import { numberIn, numberText, type NumberLanguage } from './number.ts';

/** A row of any resource. */
export type Row = Readonly<Record<string, unknown>>;

/** A field as the description of the interface has it (JSON Schema), as far as forms need it. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** How the account calls a field that it has defined. */
  readonly title?: string;
  /** It is not to be shown any more. */
  readonly deprecated?: true;
  readonly 'x-relation'?: string;
  readonly 'x-default'?: string | number;
}

/** What a create or an update takes. */
export interface EntitySchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** Schemas by name, such as `UsersUpdate`. */
export type Schemas = Readonly<Record<string, EntitySchema>>;

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly kind: 'text' | 'lines' | 'number' | 'flag' | 'date' | 'time' | 'choice' | 'relation' | 'secret';
  /** The account's own name for it; empty: it has none. */
  readonly title: string;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  /** The resource whose rows are offered. */
  readonly target: string | null;
  /** What holds when a new row leaves it out. */
  readonly start: string;
  readonly limits: Pick<FieldSchema, 'type' | 'minimum' | 'maximum' | 'maxLength'>;
}

/** Sent by the console itself, or only about oneself. */
const left = new Set(['id', 'nestedEntities', 'old_password', 'send_welcome_email']);

/** The name of a schema of a resource: `users`, `update` → `UsersUpdate`. */
export function schemaName(resource: string, action: string): string {
  const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
  return capital(resource) + capital(action);
}

/** The fields that a create, update or action takes, in the order of the description. */
export function formFields(entity: EntitySchema | undefined): readonly FormField[] {
  const { properties = {} } = entity ?? {};
  // Its owner alone changes a password, with the one before, in a form of its own.
  const owned = 'old_password' in properties ? 'password' : '';
  return Object.entries(properties)
    .filter(([name, { deprecated }]) => !left.has(name) && name !== owned && deprecated !== true)
    .map(([name, schema]) => ({
      name,
      title: schema.title ?? '',
      kind: kindOf(schema),
      isRequired: entity?.required?.includes(name) === true,
      choices: (schema.enum ?? []).filter((value) => value !== null).map(String),
      target: schema['x-relation'] ?? null,
      start: String(schema['x-default'] ?? ''),
      limits: schema,
    }));
}

function kindOf({ $ref = '', type, format, maxLength, ...schema }: FieldSchema): FormField['kind'] {
  if (schema['x-relation'] !== undefined) return 'relation';
  if (schema.enum !== undefined) return 'choice';
  const [, shared = ''] = /(Flag|Date|Time)(?:Input)?(?:OrNull)?$/.exec($ref) ?? [];
  if (shared === 'Flag') return 'flag';
  if (shared === 'Date' && !$ref.includes('DateTime')) return 'date';
  if (shared === 'Time' && !$ref.includes('DateTime')) return 'time';
  if (format === 'password') return 'secret';
  if ([type].flat().some((one) => one === 'integer' || one === 'number')) return 'number';
  return $ref === '' && (maxLength ?? 9999) > 1000 ? 'lines' : 'text';
}

/** A value of a row as the text of its control. */
export function textOf(field: FormField, row: Row | null, language: NumberLanguage): string {
  const value = row === null ? field.start : (row[field.name] ?? '');
  if (field.kind === 'number') return numberText(value, language);
  return field.kind === 'time' ? String(value).replace(/:00$/, '') : String(value);
}

function valueOf(
  { kind, choices, limits }: FormField,
  text: string,
  language: NumberLanguage,
): string | number | null {
  // A choice is a text as its account has it.
  if (kind === 'choice' && [limits.type].flat().includes('string')) return text || null;
  if (text.trim() === '') return null;
  if (kind === 'time') return text.length === 5 ? `${text}:00` : text;
  const isNumeric = kind === 'choice' ? choices.every((one) => /^\d+$/.test(one)) : kind !== 'date';
  if (kind === 'text' || kind === 'lines' || kind === 'secret' || !isNumeric) return text.trim();
  return numberIn(text, language) ?? text;
}

/** What to send: of a new row what was typed, of another one what was changed. */
export function bodyOf(
  fields: readonly FormField[],
  typed: Readonly<Record<string, string>>,
  row: Row | null,
  language: NumberLanguage,
): Row {
  const changed = fields.filter(({ name, ...field }) => {
    const [text, before] = [typed[name], textOf({ name, ...field }, row, language)];
    const value = (one: string): unknown => valueOf({ name, ...field }, one, language);
    return text !== undefined && value(text) !== value(before);
  });
  return Object.fromEntries(
    changed.map((field) => [field.name, valueOf(field, typed[field.name] ?? '', language)]),
  );
}

/** Fields of people whose values hold from a date: the field of that date. */
export const datedFields: Readonly<Record<string, string>> = {
  department_id: 'department_id_valid_from',
  timesheet_template_id: 'timesheet_template_id_valid_starting_from',
  public_holiday_template_id: 'public_holiday_template_id_valid_from',
  automatic_break_template_id: 'automatic_break_template_valid_starting_from',
  overtime_allowance_is_all_in: 'overtime_allowance_is_all_in_valid_starting_from',
  overtime_allowance_included_overtime_hours_per_cycle:
    'overtime__all_inc_ov_hours_per_cycle_valid_starting_from',
  working_time_balance_rule: 'working_time_balance_rule_valid_from',
  working_time_balance_rule_cycle_id: 'working_time_balance_rule_valid_from',
  annual_hours_per_year: 'annual_hours_valid_from',
  paid_break_day_quota_in_minutes: 'paid_break_day_quota_valid_from',
};

/**
 * What takes a change back. A value that holds from a date goes back at the date from which the new one was to hold, so that the
 * days before are not touched. Where the new value was there before the old one, the row names the day on which that began.
 */
export function undoOf(before: Row, body: Row, after: Row): Row {
  const back = Object.fromEntries(Object.keys(body).map((name) => [name, before[name] ?? null]));
  for (const name of Object.keys(body)) {
    const date = datedFields[name] ?? '';
    if (!(date in after) || before[name] === after[name]) continue;
    const begins = [before[date], after[date]].filter((one) => one != null).sort();
    back[date] = body[date] ?? begins.at(-1) ?? null;
  }
  return back;
}

const titles =
  'fullname department_name company_name template_name templateName name name_const fieldname syn const text';

/** The field by which a row is called; `id`: it has none. */
export function titleField(row: Row | null | undefined): string {
  return titles.split(' ').find((name) => typeof row?.[name] === 'string' && row[name] !== '') ?? 'id';
}

/** What a row is called. */
export function titleOf(row: Row | null | undefined): string {
  const name = titleField(row);
  return `${name === 'id' ? '#' : ''}${String(row?.[name] ?? '')}`;
}

/** A row with how deep it lies in the tree. */
export interface TreeLine {
  readonly row: Row;
  readonly depth: number;
}

/** Rows in the order of a field, in the tree of `mother_id`; a row whose mother is not there is at the top. */
export function treeOrder(rows: readonly Row[], by: string): readonly TreeLine[] {
  const known = new Set(rows.map((row) => row['id']));
  const below = Map.groupBy(rows, ({ mother_id: mother }) =>
    mother != null && known.has(mother) ? mother : null,
  );
  const placed = (mother: {} | null, depth: number): readonly TreeLine[] =>
    (below.get(mother) ?? [])
      .sort((a, b) => compare(a[by], b[by]))
      .flatMap((row) => [{ row, depth }, ...placed(row['id'] ?? row, depth + 1)]);
  return placed(null, 0);
}

function compare(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}
