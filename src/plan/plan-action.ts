// PLAN of an action: raw entity + declared parameters → parsed values and the id of the row it acts on.
import { ApiError } from '#errors/api-error.ts';
import { id as idField } from '#resource/define-resource.ts';
import type { Stored, ValueContext } from '#resource/field-type.ts';
import type { Action, Resource } from '#resource/resource.ts';
import { idOfRow, isEmpty, parseForStorage } from './parse-value.ts';
import { returnedParameters, type Returned } from './returned-parameters.ts';
import { spelledFields } from './spelled-fields.ts';

/** One call of an action, as sent. */
export interface ActionInput {
  readonly resource: Resource;
  readonly action: Action;
  readonly entity: Readonly<Record<string, unknown>>;
  /** The id in the address, if any. */
  readonly id: string | null;
  readonly parameters: ReadonlyMap<string, string>;
  readonly context: ValueContext;
}

/** One call of an action, checked. */
export interface ActionPlan {
  /** The row it acts on; `null` for an action on none. */
  readonly rowId: number | null;
  readonly values: Readonly<Record<string, Stored>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Given back in the rows of the answer. */
  readonly returned: Returned;
}

/** Plans one call; throws the first fault found. */
export function planAction(input: ActionInput): ActionPlan {
  const { action, context } = input;
  const entity = spelledFields(input.resource, input.entity);
  const values: Record<string, Stored> = {};
  const parameters: Record<string, unknown> = Object.fromEntries(input.parameters);
  for (const [name, value] of Object.entries(entity)) {
    if (name === 'id' && action.on !== 'resource') continue;
    if (name.startsWith('_')) {
      parameters[name] = value;
      continue;
    }
    const field = action.parameters.get(name);
    if (field === undefined) throw unknownParameter(input, name);
    const sent =
      field.json === true && typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    const parsed = isEmpty(sent) ? null : parseForStorage(field, sent, context);
    values[name] = parsed === 0 && field.relation !== undefined ? null : parsed;
  }
  for (const field of action.parameters.values()) {
    if (field.create === 'R' && isEmpty(values[field.name])) throw missing(field.name);
  }
  const rowId = action.on === 'resource' ? null : rowIdOf(input);
  return { rowId, values, parameters, returned: returnedParameters(parameters) };
}

function rowIdOf({ action, id, entity, context }: ActionInput): number | null {
  const field = { ...idField, name: 'id', level: 'own' } as const;
  const target = idOfRow({ inAddress: id, inBody: entity['id'], field }, context);
  if (target === null && action.on !== 'either') throw missing('id');
  return target;
}

function missing(name: string): ApiError {
  return new ApiError('missing_parameter', `The required parameter ${name} is missing.`, { field: name });
}

function unknownParameter({ resource, action }: ActionInput, name: string): ApiError {
  const row = action.on === 'resource' ? [] : ['id'];
  const known = [...row, ...action.parameters.keys()].join(', ') || 'none';
  const message = `The ${action.name} action of ${resource.name} has no parameter "${name}"; it takes ${known}.`;
  return new ApiError('unknown_parameter', message, { field: name });
}
