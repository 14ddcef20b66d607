// The read `current`: the tracking that runs, of the caller or of whom the request's own filter names.
import type { NamedRead } from '#resource/resource.ts';

/** Running trackings: with a filter on `user_id` of these people, otherwise of the caller; a machine has none. */
export const current: NamedRead = (sight, filtered) => {
  const running = { column: 'end_instant', oneOf: [null] };
  if (filtered.has('user_id')) return [running];
  return [running, { column: 'user_id', oneOf: sight.userId === null ? [] : [sight.userId] }];
};
