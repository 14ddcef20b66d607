// How resources of the master data are laid out: the columns of their lists, the fields that a form shows first, what
// belongs to their rows. Everything else about a field is what the server says of it.
import { computed } from '@preact/signals';
import {
  formFields,
  schemaName,
  textOf,
  titleField,
  titleOf,
  type FormField,
  type Row,
} from '../domain/form.ts';
import type { Choice } from '../parts/form-field.tsx';
import { choicesOf, schemas } from '../store/master.ts';
import { amount, dateMedium } from '../words/dates.ts';
import { language } from '../words/words.ts';
import { fieldWords } from '../words/field-words.ts';

/** How one resource is shown. */
export interface Kind {
  readonly columns: string;
  /** Title → the fields under it; the others stand under “More”. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Resources whose rows belong to one of this, and the field that says so. */
  readonly children?: readonly (readonly [resource: string, field: string])[];
  /** Whose right to change decides, when the resource has none of its own. */
  readonly right?: string;
  /** Fields that name a row without id. */
  readonly pair?: readonly [string, string];
  /** The field of dates, of which one year is shown at a time. */
  readonly year?: string;
  /** Read only what the columns need. */
  readonly isLarge?: true;
  /** Resources whose rows the columns name, beside those that are relations. */
  readonly names?: readonly string[];
}

/** The kinds by resource. */
export const kinds: Readonly<Record<string, Kind>> = {
  users: {
    columns: 'fullname department_id personnel_number timesheet_template_id entry_date exit_date active',
    isLarge: true,
    groups: {
      person: 'firstname lastname email_address personnel_number phone birthday language_id',
      employment: 'department_id department_id_valid_from entry_date exit_date active',
      time:
        'timesheet_template_id timesheet_template_id_valid_starting_from public_holiday_template_id ' +
        'public_holiday_template_id_valid_from timesheet_holiday_calc_yearly_amount ' +
        'payroll_accounting_initial_value_holiday payroll_accounting_starts_at ' +
        'payroll_accounting_initial_value_working_time_total_balance',
      login:
        'username password internal_user_group hr_manager authentication_blocked renew_password ' +
        'manual_timetracking allow_start_task',
    },
  },
  employments: { columns: 'entry_date exit_date payroll_accounting_starts_at initial_balance' },
  departments: { columns: 'department_name supervisor_id supervisor_assistant_id active' },
  teams: { columns: 'name team_leader_id project_id', children: [['teamMembers', 'team_id']] },
  teamMembers: { columns: 'user_id', right: 'teams', pair: ['team_id', 'user_id'] },
  clients: {
    columns: 'company_name customer_number city active',
    groups: {
      main: 'company_name customer_number active email_address phone_1 address_1 zip city country_id',
    },
  },
  projects: {
    columns: 'name client_id project_leader_id status',
    groups: {
      main: 'name mother_id client_id project_leader_id status begin deadline color is_restricted is_hidden notes',
    },
    children: [['tasks', 'mother_id']],
  },
  tasks: {
    columns: 'name is_billable is_nonworking status',
    groups: { main: 'name mother_id is_billable is_nonworking is_paid_non_working status color notes' },
  },
  absenceTypes: {
    columns: 'name_const abbreviation_const absence_type_id duration_unit request_type',
    groups: {
      main:
        'name_const abbreviation_const absence_type_id duration_unit color request_type show_in_selection ' +
        'enabled_for_requests comment_is_mandatory reject_request_comment_is_mandatory ' +
        'enable_for_substitute_mode public_leave_type',
    },
  },
  workSchedules: {
    columns: 'name is_default active',
    groups: {
      main:
        'name active law_limit_daily_hours law_limit_weekly_hours law_rest_period_minimum_hours ' +
        'law_rest_period_minimum_weekly_hours public_holiday_template_id note',
    },
    children: [['workScheduleDays', 'timesheet_template_id']],
  },
  workScheduleDays: {
    columns: 'weekday_id workday hours core_time_start core_time_end',
    right: 'workSchedules',
  },
  publicHolidayTemplates: {
    columns: 'template_name iso_3166 is_default active',
    groups: { main: 'template_name country_id iso_3166 is_default active' },
    children: [['publicHolidays', 'template_id']],
  },
  publicHolidays: { columns: 'date name value active', right: 'publicHolidayTemplates', year: 'date' },
  absenceBans: { columns: 'reason department_id date_from date_to' },
  automaticBreakTemplates: {
    columns: 'templateName minimum_part_minutes longest_part_minutes dryRun active',
    children: [['automaticBreakTemplateSteps', 'template_id']],
  },
  automaticBreakTemplateSteps: { columns: 'after_minutes break_minutes', right: 'automaticBreakTemplates' },
  workingTimeBalanceRules: { columns: 'name payout_above maximum_balance expires_at_cycle_end' },
  workingTimeCycles: { columns: 'name length' },
  hourTypes: {
    columns: 'name abbreviation additionPercentage',
    groups: {
      main: 'name abbreviation additionPercentage usableForTimesheetTemplates includeInDailyBalance',
    },
  },
  skills: { columns: 'syn internal_cost_per_hour revenue_per_hour' },
  checkpoints: {
    columns: 'name task_id start_time end_time mandatory',
    groups: { main: 'name task_id mon tue wed thu fri sat sun start_time end_time mandatory' },
  },
  geofences: { columns: 'name address radius' },
  nfcTransponders: { columns: 'unique_id mode_id user_id task_id project_id' },
  userDefinedFieldDefinitions: {
    columns: 'fieldname entity fieldtype active',
    groups: { main: 'fieldname entity fieldtype active' },
    children: [['userDefinedFieldDefinitionOptions', 'field_id']],
  },
  userDefinedFieldDefinitionOptions: {
    columns: 'field_option_value sort_order active',
    right: 'userDefinedFieldDefinitions',
  },
  permissions: {
    columns:
      'resource_name permission_name permission_scope_id permission_scope_data_1 permission_scope_data_2 ' +
      'permission_scope_data_3',
    names: ['departments', 'teams', 'users'],
  },
};

/** What a grant names rows of, by the name of its scope. Other scopes name nothing. */
const scopeTargets: Readonly<Record<string, string>> = {
  department: 'departments',
  department_tree: 'departments',
  team: 'teams',
  user: 'users',
};

/** A field as it is beside the values of a row: which rows a grant names depends on its scope. `null`: it is not asked. */
export function fieldBeside(field: FormField, row: Row): FormField | null {
  const [, place] = /^permission_scope_data_(\d)$/.exec(field.name) ?? [];
  if (place === undefined) return field;
  const id = Number(row['permission_scope_id']);
  const scope = choicesOf('permissionScopes').find((one) => one['id'] === id)?.['name'];
  const target = scopeTargets[String(scope)];
  if (target === undefined || (place !== '1' && target !== 'users')) return null;
  return { ...field, kind: 'relation', target };
}

/** What a new value of a field empties: rows that the former scope named are none of the new one. */
export function emptiedBy(name: string): Readonly<Record<string, string>> {
  if (name !== 'permission_scope_id') return {};
  return Object.fromEntries([1, 2, 3].map((place) => [`permission_scope_data_${place}`, '']));
}

const known = computed(() => ({
  of: schemas.value,
  by: new Map<string, ReadonlyMap<string, FormField>>(),
}));

/** Every field that a resource takes, by name. */
export function fieldsBy(resource: string): ReadonlyMap<string, FormField> {
  const { by } = known.value;
  const all = (): readonly FormField[] =>
    ['update', 'create'].flatMap((action) => fieldsFor(resource, action));
  const found = by.get(resource) ?? new Map(all().map((field) => [field.name, field]));
  by.set(resource, found);
  return found;
}

/** The fields that an action of a resource takes. */
export function fieldsFor(resource: string, action: string): readonly FormField[] {
  const name = schemaName(resource, action);
  return formFields(schemas.value?.[name] ?? schemas.value?.[`${name}Input`]);
}

/** What a field is called: as the account calls it, in the words of the console, else by its name. */
export function labelOf(resource: string, name: string): string {
  const { fields } = fieldWords.value;
  const plain = name.replace(/_(id|const)$/, '').replaceAll('_', ' ');
  const own = fieldsBy(resource).get(name)?.title;
  if (own) return own;
  return fields[`${resource}.${name}`] ?? fields[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What can be chosen in a field; rows out of use only where they are the value. */
export function choicesFor(resource: string, field: FormField, value: string): readonly Choice[] {
  if (field.kind === 'choice')
    return field.choices.map((one) => ({ value: one, text: valueText(resource, field.name, one) }));
  return choicesOf(field.target ?? '')
    .filter((row) => row['active'] !== 0 || String(row['id']) === value)
    .map((row) => ({ value: String(row['id']), text: titleText(field.target, row) }))
    .sort((a, b) => a.text.localeCompare(b.text));
}

function valueText(resource: string, name: string, value: string): string {
  const { values } = fieldWords.value;
  return values[`${resource}.${name}.${value}`] ?? values[`${name}.${value}`] ?? value;
}

/** Rows that every account begins with have names in English. */
function titleText(target: string | null, row: Row): string {
  return valueText(target ?? '', titleField(row), String(row['name_path'] ?? titleOf(row)));
}

/** A value as people read it. */
export function shownText(resource: string, name: string, row: Row): string {
  const plain = fieldsBy(resource).get(name);
  const field = plain === undefined ? undefined : (fieldBeside(plain, row) ?? plain);
  const value = row[name];
  if (value === null || value === undefined || value === '') return '';
  if (field?.kind === 'relation') {
    const found = choicesOf(field.target ?? '').find((one) => one['id'] === value);
    return found === undefined ? '' : titleText(field.target, found);
  }
  const { yes, no } = fieldWords.value;
  if (field?.kind === 'flag' || /^(is_|active$)/.test(name)) return value === 1 ? yes : no;
  if (/^\d{4}-\d\d-\d\d$/.test(String(value))) return dateMedium(String(value));
  if (typeof value === 'number' && field?.kind === 'number') return amount(value);
  return valueText(resource, name, field === undefined ? String(value) : textOf(field, row, language.value));
}

/** What a row is called: what stands first in its list. */
export function nameOf(resource: string, row: Row): string {
  const [first = 'id'] = (kinds[resource]?.columns ?? '').split(' ');
  return shownText(resource, first, row) || titleOf(row);
}
