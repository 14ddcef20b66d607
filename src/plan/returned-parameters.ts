// What a client sends to find its own row again in the answer: given back as it was sent, and kept nowhere.
import { ApiError } from '#errors/api-error.ts';

/** Members of an answered row that are no fields, by name. */
export type Returned = Readonly<Record<string, string | number | boolean>>;

const name = '_temp_record_id';

/** `_temp_record_id` of the parameters, if it was sent; throws `invalid_value` when it is a list or an object. */
export function returnedParameters({ [name]: value }: Readonly<Record<string, unknown>>): Returned {
  if (value === undefined || value === null) return {};
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { [name]: value };
  const shown = JSON.stringify(value).slice(0, 100);
  const message = `${name} is ${shown}; it must be text, a number or a boolean.`;
  throw new ApiError('invalid_value', message, { field: name });
}
