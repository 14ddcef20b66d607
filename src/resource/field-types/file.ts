// File: the bytes of a file. They stand beside the row, not in it: the engine takes them out before values are parsed.
import type { FieldType } from '../field-type.ts';
import { string } from './string.ts';

/** A word that is left in the place of the bytes. */
export const file: FieldType = { ...string, name: 'File' };
