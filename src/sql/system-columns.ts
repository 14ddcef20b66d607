// Columns of the tables that no resource declares.
import type { Column } from './table.ts';

/** A whole number that every row has. */
export const bigint = (name: string): Column => ({ name, type: 'bigint', notNull: true });
/** A text that every row has. */
export const text = (name: string): Column => ({ name, type: 'text', notNull: true });
/** A text that a row may lack. */
export const optionalText = (name: string): Column => ({ name, type: 'text' });
/** A whole number that a row may lack. */
export const optionalBigint = (name: string): Column => ({ name, type: 'bigint' });
