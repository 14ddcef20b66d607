// PLAN of a question: the parameters of its read → what the resource is asked, every value checked and parsed.
import { ApiError } from '#errors/api-error.ts';
import type { Stored, ValueContext } from '#resource/field-type.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { isEmpty, parseForStorage } from './parse-value.ts';

/** A question as sent. */
export interface QuestionInput {
  readonly resource: Resource;
  readonly id: string | null;
  readonly parameters: ReadonlyMap<string, string>;
  readonly context: ValueContext;
}

/** The values sent, by field; throws the first fault found. Parameters that begin with `_` mean nothing here. */
export function planQuestion({ resource, id, parameters, context }: QuestionInput): Row {
  const fields = [...resource.fields.values()].filter((field) => field.read !== '-');
  const known = fields.map(({ name }) => name).join(', ');
  const sent = new Map([...(id === null ? [] : [['id', id] as const]), ...parameters]);
  for (const name of sent.keys()) {
    if (name.startsWith('_') || fields.some((field) => field.name === name)) continue;
    const message = `${resource.name} takes no parameter "${name}"; it takes ${known}.`;
    throw new ApiError('unknown_parameter', message, { field: name });
  }
  const asked: Record<string, Stored> = {};
  for (const field of fields) {
    const value = sent.get(field.name);
    if (!isEmpty(value)) asked[field.name] = parseForStorage(field, value, context);
    else if (field.read === 'R') {
      const message = `The required parameter ${field.name} is missing.`;
      throw new ApiError('missing_parameter', message, { field: field.name });
    }
  }
  return asked;
}
