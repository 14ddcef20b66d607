// PLAN of the children that a read shows: `nestedEntities` + grant + schema → one plan for each child resource.
import { authorizeRead } from '#access/authorize.ts';
import type { ReadGrant } from '#access/grant.ts';
import { ApiError } from '#errors/api-error.ts';
import { listedEntities } from '#request/listed-entities.ts';
import { parseJson } from '#request/parse-json.ts';
import type { Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { invalidValue } from './parse-value.ts';
import type { NestedPlan } from './read-plan.ts';

/** Trees are deeper only by mistake, and each level costs the rows of all those above it. */
const mostLevels = 20;

/** Plans the children that a read asks for with `nestedEntities`; throws `unknown_parameter` and `invalid_value`. */
export function planNested(text: string, grant: ReadGrant, schema: Schema): readonly NestedPlan[] {
  return planLevel(parseNested(text), { grant, schema, level: 1 });
}

type NestedRequest = Readonly<Record<string, unknown>>;

function parseNested(text: string): NestedRequest {
  try {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as NestedRequest;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The same refusal as for JSON of another form.
  }
  throw invalidValue('nestedEntities', text, 'JSON of the form {"<child resource>":[{}]}');
}

function planLevel(
  asked: NestedRequest,
  { grant, schema, level }: { grant: ReadGrant; schema: Schema; level: number },
): readonly NestedPlan[] {
  if (level > mostLevels && Object.keys(asked).length > 0) {
    const message = `nestedEntities nests more than ${mostLevels} levels deep; read deeper rows by themselves.`;
    throw new ApiError('invalid_value', message, { field: 'nestedEntities' });
  }
  const seen = new Set<Resource>();
  return Object.entries(asked).map(([name, below]) => {
    const resource = schema.find(name);
    const parentField = resource && grant.resource.nested[resource.name];
    if (resource === undefined || parentField === undefined) {
      const known = Object.keys(grant.resource.nested).join(', ') || 'none';
      throw new ApiError(
        'unknown_parameter',
        `nestedEntities names "${name}"; children of ${grant.resource.name} are: ${known}.`,
        { field: 'nestedEntities' },
      );
    }
    // Names in other letter case would have the same rows read again and again.
    if (seen.has(resource)) {
      const message = `nestedEntities names ${resource.name} more than once; name it once.`;
      throw new ApiError('contradiction', message, { field: 'nestedEntities' });
    }
    seen.add(resource);
    const child = authorizeRead(grant.accessContext, resource);
    const pendingChild = parentField === 'id' ? grant.resource.pendingChild : null;
    const nested = planLevel(belowNested(below), { grant: child, schema, level: level + 1 });
    return { resource, parentField, pendingChild, grant: child, nested };
  });
}

/** What stands behind a child resource: one object, alone or in a list, which may name children of its own. */
function belowNested(below: unknown): NestedRequest {
  const [only, ...rest]: readonly unknown[] = listedEntities(below) ?? [null, null];
  const isObject = typeof only === 'object' && only !== null && !Array.isArray(only);
  if (rest.length === 0 && (only === undefined || isObject)) return (only ?? {}) as NestedRequest;
  throw invalidValue('nestedEntities', JSON.stringify(below), 'JSON of the form {"<child resource>":[{}]}');
}
