// The writes of which random histories consist, as data.

/** A write that is sent to `/<account>/v4/<path>`. */
export interface WriteRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** Creates a row. */
export const create = (resource: string, body: unknown, query = ''): WriteRequest => ({
  method: 'POST',
  path: `${resource}/create${query}`,
  body,
});
/** Changes the row whose id is in the body. */
export const update = (resource: string, body: unknown): WriteRequest => ({
  method: 'PUT',
  path: `${resource}/update`,
  body,
});
/** Deletes a row. */
export const remove = (resource: string, id: number): WriteRequest => ({
  method: 'DELETE',
  path: `${resource}/delete/${id}`,
});
