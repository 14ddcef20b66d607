// Rows that say when they were made.
import type { Rule } from '#resource/rule.ts';

/** Notes when the row was created. */
export const stampCreated: Rule<'nfcTransponders' | 'timePlannings'> = ({ verb, after, now }) => {
  if (verb === 'create') after['created'] = now;
};
