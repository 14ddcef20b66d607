// Exports: files of the month, of the people whose timesheets the caller may read.
import type { JsonObject } from '../json.ts';
import { schemaRef } from './component-names.ts';
import { query } from './parameters.ts';
import { refusals } from './resource-paths.ts';

const formats = ['csv', 'xlsx', 'pdf', 'pdf-table'];

/** The paths behind the version. */
export const exportPaths: JsonObject = {
  '/exports/timesheets': {
    get: {
      operationId: 'exports_timesheets',
      tags: ['exports'],
      summary: 'The timesheets of a month as a file, of all people whose timesheets you may read',
      parameters: [
        query('month', {
          required: true,
          schema: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
          description: 'The month, such as 2026-06.',
        }),
        query('format', {
          schema: { type: 'string', enum: formats, default: 'csv' },
          description: 'The kind of file.',
        }),
        query('user_id', { schema: { type: 'integer' }, description: 'Only the timesheet of this person.' }),
        query('bom', {
          schema: schemaRef('FlagInput'),
          description: '1 with csv: the file begins with a byte order mark.',
        }),
      ],
      responses: {
        '200': {
          description: 'The file, as an attachment.',
          content: { 'text/csv': { schema: {} }, 'application/pdf': { schema: {} }, '*/*': { schema: {} } },
        },
        ...refusals,
      },
    },
  },
};
