// Values of an account's own fields in rows that move in: an object of values that fit what the account has defined.
import { AccountError } from '#accounts/account-error.ts';
import { isOwnName, ownColumn, ownKinds, typeOfKind } from '#resource/own-fields.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { misfit, type RowCheck } from './row-check.ts';

const definitionsTable = 'user_defined_field_definitions';

/** The first row that holds a value of this form. */
interface Found {
  readonly table: string;
  readonly row: Row;
  readonly entity: string;
  readonly name: string;
  readonly form: 'integer' | 'text';
}

/** Makes the checks of all tables; definitions may come before or after the rows that hold values. */
export function checkOwnFields(stored: readonly Resource[]): {
  readonly of: (table: string) => RowCheck;
  readonly end: () => void;
} {
  const found = new Map<string, Found>();
  const forms = new Map<string, Found['form']>();
  const lookAt = (table: string, row: Row, resource: Resource): void => {
    for (const [name, value] of Object.entries(valuesOf(table, row))) {
      const form = Number.isSafeInteger(value) ? 'integer' : typeof value === 'string' ? 'text' : null;
      if (form === null)
        throw misfit({ table, row, column: ownColumn }, 'an object of whole numbers and texts');
      const key = `${resource.name} ${name} ${form}`;
      const { id } = row;
      if (!found.has(key))
        found.set(key, { table, row: { id: id ?? null }, entity: resource.name, name, form });
    }
  };
  const define = (row: Row): void => {
    const kind = ownKinds.find((one) => one === row['fieldtype']);
    const name = row['column_name'];
    if (kind === undefined || typeof name !== 'string' || !isOwnName(name)) return;
    forms.set(`${row['entity']} ${name}`, typeOfKind(kind).column);
  };
  return {
    of(table) {
      const sharers = stored.filter((resource) => resource.table === table && resource.ownLike !== null);
      const isOf = ({ fixed }: Resource, row: Row): boolean =>
        Object.keys(fixed).every((name) => row[name] === fixed[name]);
      return {
        row(row) {
          if (table === definitionsTable) define(row);
          const resource = sharers.find((one) => isOf(one, row));
          if (resource !== undefined && (row[ownColumn] ?? null) !== null) lookAt(table, row, resource);
        },
        end: () => {},
      };
    },
    end() {
      for (const { table, row, entity, name, form } of found.values()) {
        const defined = forms.get(`${entity} ${name}`);
        if (defined === form) continue;
        const right =
          defined === undefined ? 'no value: no definition of the account has the name' : `${defined}`;
        throw new AccountError(
          `The row of ${table} with id ${row['id']} has the value of ${name} in ${ownColumn} as ${form}: it must be ${right}.`,
        );
      }
    },
  };
}

function valuesOf(table: string, row: Row): Readonly<Record<string, unknown>> {
  try {
    const values: unknown = JSON.parse(String(row[ownColumn]));
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      return values as Record<string, unknown>;
  } catch {
    // The same refusal as for JSON of another form.
  }
  throw misfit({ table, row, column: ownColumn }, 'an object as JSON');
}
