// What the description of the interface tells a caller of the fields that the account has defined. It knows no document.
import type { Engine } from '#engine/engine.ts';
import { readView } from '#engine/read/read-view.ts';
import type { RequestState } from '#engine/request-state.ts';
import { sees, type Caller } from '#resource/access.ts';
import type { DefinedField, DescribedField } from '#resource/defined-field.ts';
import { readPolicies, writePolicies } from '#resource/rights.ts';
import type { UnitTx } from '#sql/database.ts';

/** Those that the caller may see or set in some row, as the database has them now. */
export function describedFields(engine: Engine, caller: Caller): Promise<readonly DescribedField[]> {
  return engine.database.read(caller.accountId, async (tx) => {
    const state = await engine.loadState(tx, caller);
    const told = state.account.definedFields.filter((one) => isToldTo(state, one));
    return told.length === 0 ? [] : tx.unit((unit) => withChoices(engine, unit, { caller, told }));
  });
}

/** Whether the caller sees or sets the field in some row. */
export function isToldTo(
  { accessContext, schema }: Pick<RequestState, 'accessContext' | 'schema'>,
  { entity, column }: DefinedField,
): boolean {
  const resource = schema.resources.get(entity);
  const field = resource?.fields.get(column);
  if (resource === undefined || field === undefined) return false;
  if (readPolicies(accessContext, resource).some(({ level }) => sees(level, field.level))) return true;
  const verbs = accessContext.readOnly ? [] : (['create', 'update'] as const);
  return verbs
    .flatMap((verb) => writePolicies(accessContext, resource, verb))
    .some(({ writable }) => writable === 'all' || writable.includes(column));
}

interface Told {
  readonly caller: Caller;
  readonly told: readonly DefinedField[];
}

function withChoices({ schema }: Engine, tx: UnitTx, { caller, told }: Told): readonly DescribedField[] {
  const { find } = readView({ tx, accountId: caller.accountId }, schema);
  const active = [{ column: 'active', is: '=', value: 1 }] as const;
  const shown = new Set(find('userDefinedFieldDefinitions', active).map(({ id }) => id));
  const isChoice = told.some(({ kind }) => kind === 'combo');
  const options = isChoice
    ? find('userDefinedFieldDefinitionOptions', active, { orderBy: ['sort_order'] })
    : [];
  return told.map((field) => {
    const own = options.filter(({ field_id }) => field_id === field.id);
    const choices = field.kind === 'combo' ? own.map((option) => option.field_option_value) : null;
    return { ...field, active: shown.has(field.id), choices };
  });
}
