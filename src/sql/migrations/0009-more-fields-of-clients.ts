// Fields, models of breaks and own fields of other clients. Once released it never changes.
import type { Operation } from './operation.ts';

const sameStatus = [
  `update work_schedules set status = active, row_revision = row_revision + 1 where active = 0`,
];

const operations: readonly Operation[] = [
  { kind: 'addColumn', table: 'absences', column: { name: 'request_duration_entity', type: 'text' } },
  {
    kind: 'createTable',
    table: {
      name: 'automatic_break_template_steps',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'template_id', type: 'bigint', notNull: true },
        { name: 'after_minutes', type: 'bigint', notNull: true },
        { name: 'break_minutes', type: 'bigint', notNull: true },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        {
          name: 'automatic_break_template_steps_template_id_after_minutes',
          columns: ['account_id', 'template_id', 'after_minutes'],
          unique: true,
        },
        { name: 'automatic_break_template_steps_updated_id', columns: ['account_id', 'updated', 'id'] },
        {
          name: 'automatic_break_template_steps_template_id_id',
          columns: ['account_id', 'template_id', 'id'],
        },
      ],
      foreignKeys: [
        {
          columns: ['account_id', 'template_id'],
          table: 'automatic_break_templates',
          references: ['account_id', 'id'],
        },
      ],
    },
  },
  {
    kind: 'createTable',
    table: {
      name: 'automatic_break_templates',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'templateName', type: 'text', notNull: true },
        { name: 'dryRun', type: 'bigint', notNull: true, default: 0 },
        { name: 'active', type: 'bigint', notNull: true, default: 1 },
        { name: 'editable', type: 'bigint', notNull: true, default: 1 },
        { name: 'minimum_part_minutes', type: 'bigint', default: 15 },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [{ name: 'automatic_break_templates_updated_id', columns: ['account_id', 'updated', 'id'] }],
      foreignKeys: [],
    },
  },
  { kind: 'addColumn', table: 'public_holiday_templates', column: { name: 'source_id', type: 'bigint' } },
  {
    kind: 'addColumn',
    table: 'public_holidays',
    column: { name: 'active', type: 'bigint', notNull: true, default: 1 },
  },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'approved_by_user_1', type: 'bigint', notNull: true, default: 0 },
  },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'approved_by_user_at', type: 'bigint' },
  },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'approved_by_admin_id', type: 'bigint' },
  },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'approved_by_admin_at', type: 'bigint' },
  },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'approved_by_user_1_id', type: 'bigint' },
  },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'approved_by_user_1_at', type: 'bigint' },
  },
  {
    kind: 'createTable',
    table: {
      name: 'user_defined_field_definition_options',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'field_id', type: 'bigint', notNull: true },
        { name: 'field_option_id', type: 'bigint' },
        { name: 'field_option_value', type: 'text', notNull: true },
        { name: 'active', type: 'bigint', notNull: true, default: 1 },
        { name: 'sort_order', type: 'bigint' },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        {
          name: 'user_defined_field_definition_options_field_id_field_o_8304da0f',
          columns: ['account_id', 'field_id', 'field_option_value'],
          unique: true,
        },
        {
          name: 'user_defined_field_definition_options_updated_id',
          columns: ['account_id', 'updated', 'id'],
        },
        {
          name: 'user_defined_field_definition_options_field_id_id',
          columns: ['account_id', 'field_id', 'id'],
        },
      ],
      foreignKeys: [
        {
          columns: ['account_id', 'field_id'],
          table: 'user_defined_field_definitions',
          references: ['account_id', 'id'],
        },
      ],
    },
  },
  {
    kind: 'createTable',
    table: {
      name: 'user_defined_field_definitions',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'entity', type: 'text', notNull: true },
        { name: 'fieldname', type: 'text', notNull: true },
        { name: 'fieldtype', type: 'text', notNull: true, default: 'text' },
        { name: 'column_name', type: 'text' },
        { name: 'aggregation_type', type: 'text' },
        { name: 'active', type: 'bigint', notNull: true, default: 1 },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        {
          name: 'user_defined_field_definitions_entity_fieldname',
          columns: ['account_id', 'entity', 'fieldname'],
          unique: true,
        },
        { name: 'user_defined_field_definitions_updated_id', columns: ['account_id', 'updated', 'id'] },
      ],
      foreignKeys: [],
    },
  },
  {
    kind: 'addColumn',
    table: 'users',
    column: { name: 'working_time_balance_rule_cycle_id', type: 'bigint' },
  },
  { kind: 'addColumn', table: 'users', column: { name: 'automatic_break_template_id', type: 'bigint' } },
  {
    kind: 'addColumn',
    table: 'users',
    column: { name: 'automatic_break_template_valid_starting_from', type: 'text' },
  },
  {
    kind: 'addColumn',
    table: 'users',
    column: { name: 'overtime_allowance_is_all_in_valid_starting_from', type: 'text' },
  },
  {
    kind: 'addColumn',
    table: 'users',
    column: { name: 'overtime__all_inc_ov_hours_per_cycle_valid_starting_from', type: 'text' },
  },
  {
    kind: 'addColumn',
    table: 'users',
    column: { name: 'overtime_allowance_clear_working_time_saldo_valid_starting_from', type: 'text' },
  },
  {
    kind: 'addForeignKey',
    table: 'users',
    foreignKey: {
      columns: ['account_id', 'working_time_balance_rule_cycle_id'],
      table: 'working_time_cycles',
      references: ['account_id', 'id'],
    },
  },
  {
    kind: 'addForeignKey',
    table: 'users',
    foreignKey: {
      columns: ['account_id', 'automatic_break_template_id'],
      table: 'automatic_break_templates',
      references: ['account_id', 'id'],
    },
  },
  {
    kind: 'createIndex',
    table: 'users',
    index: {
      name: 'users_working_time_balance_rule_cycle_id_id',
      columns: ['account_id', 'working_time_balance_rule_cycle_id', 'id'],
    },
  },
  {
    kind: 'createIndex',
    table: 'users',
    index: {
      name: 'users_automatic_break_template_id_id',
      columns: ['account_id', 'automatic_break_template_id', 'id'],
    },
  },
  {
    kind: 'addColumn',
    table: 'work_schedules',
    column: { name: 'law_rest_period_minimum_weekly_hours', type: 'bigint', default: 3500 },
  },
  {
    kind: 'addColumn',
    table: 'work_schedules',
    column: { name: 'rounding_times_template_id', type: 'bigint' },
  },
  {
    kind: 'addColumn',
    table: 'work_schedules',
    column: { name: 'minijobber_deduction_cycle', type: 'text' },
  },
  {
    kind: 'addColumn',
    table: 'work_schedules',
    column: { name: 'minijobber_deduction_hours', type: 'bigint' },
  },
  {
    kind: 'addColumn',
    table: 'work_schedules',
    column: { name: 'minijobber_always_deduct_overtime', type: 'bigint', notNull: true, default: 0 },
  },
  {
    kind: 'addColumn',
    table: 'work_schedules',
    column: { name: 'minijobber_absence_credit', type: 'bigint' },
  },
  {
    kind: 'addColumn',
    table: 'work_schedules',
    column: { name: 'overtime_allowance_always_deduct', type: 'bigint' },
  },
  { kind: 'addColumn', table: 'work_schedules', column: { name: 'status', type: 'bigint', default: 1 } },
  { kind: 'statements', sqlite: sameStatus, postgres: sameStatus },
];

export default operations;
