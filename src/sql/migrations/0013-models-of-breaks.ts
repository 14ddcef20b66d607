// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'addColumn',
    table: 'automatic_break_templates',
    column: { name: 'longest_part_minutes', type: 'bigint', default: 0 },
  },
  { kind: 'addColumn', table: 'timesheet_accountings', column: { name: 'unbooked_time', type: 'bigint' } },
  { kind: 'addColumn', table: 'work_schedules', column: { name: 'gaps_are_breaks', type: 'bigint' } },
  { kind: 'addColumn', table: 'work_schedules', column: { name: 'gap_break_maximum', type: 'bigint' } },
  {
    kind: 'statements',
    sqlite: [
      'update "work_schedules" set "automatic_break_template_id" = null where "work_schedules"."automatic_break_template_id" is not null and not exists (select 1 from "automatic_break_templates" where "automatic_break_templates"."account_id" = "work_schedules"."account_id" and "automatic_break_templates"."id" = "work_schedules"."automatic_break_template_id")',
    ],
    postgres: [
      'update "work_schedules" set "automatic_break_template_id" = null where "work_schedules"."automatic_break_template_id" is not null and not exists (select 1 from "automatic_break_templates" where "automatic_break_templates"."account_id" = "work_schedules"."account_id" and "automatic_break_templates"."id" = "work_schedules"."automatic_break_template_id")',
    ],
  },
  {
    kind: 'addForeignKey',
    table: 'work_schedules',
    foreignKey: {
      columns: ['account_id', 'automatic_break_template_id'],
      table: 'automatic_break_templates',
      references: ['account_id', 'id'],
    },
  },
  {
    kind: 'createIndex',
    table: 'work_schedules',
    index: {
      name: 'work_schedules_automatic_break_template_id_id',
      columns: ['account_id', 'automatic_break_template_id', 'id'],
    },
  },
];

export default operations;
