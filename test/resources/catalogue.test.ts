// Compares fields, aliases and actions of the declared resources with the catalogue of the interface.
import assert from 'node:assert/strict';
import test from 'node:test';
import { loadResources } from '../../src/load-resources.ts';
import type { Resource } from '#resource/resource.ts';
import catalogue from './catalogue.json' with { type: 'json' };

/** Facts of one resource; a field is its type, its availabilities and, if it has one, its relation. */
interface Facts {
  readonly aliases: readonly string[];
  readonly actions: readonly string[];
  readonly extraActions: readonly string[];
  readonly lastChange: string | null;
  readonly public: readonly string[];
  readonly nested: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Fields and actions that the catalogue does not have, or has otherwise; `absences.split()` names an action. Sent, an
 * offset picks one of two equal local times; the catalogue knows it as read only. A role is one of the account's; the
 * catalogue knows a number; so is a schedule's model of breaks. Hours added to a balance come from people, as those paid out do.
 */
const wider: Readonly<Record<string, string>> = {
  'users.role_id': 'Integer OOO userRoles',
  'users.department_id_valid_from': 'Date OOO',
  'users.public_holiday_template_id_valid_from': 'Date OOO',
  'users.working_time_balance_rule_cycle_id': 'Integer OOO workingTimeCycles',
  'users.automatic_break_template_id': 'Integer OOO automaticBreakTemplates',
  'users.automatic_break_template_valid_starting_from': 'Date OOO',
  'users.overtime_allowance_is_all_in_valid_starting_from': 'Date OOO',
  'users.overtime__all_inc_ov_hours_per_cycle_valid_starting_from': 'Date OOO',
  'users.overtime_allowance_clear_working_time_saldo_valid_starting_from': 'Date OOO',
  'workSchedules.copy()': 'action',
  'workSchedules.automatic_break_template_id': 'Integer OOO automaticBreakTemplates',
  'workSchedules.gaps_are_breaks': 'Integer OOO',
  'workSchedules.gap_break_maximum': 'Decimal OOO',
  'workSchedules.status': 'Integer -O-',
  'workSchedules.law_rest_period_minimum_weekly_hours': 'Decimal OOO',
  'workSchedules.rounding_times_template_id': 'Integer OOO',
  'workSchedules.minijobber_deduction_cycle': 'Char OOO',
  'workSchedules.minijobber_deduction_hours': 'Decimal OOO',
  'workSchedules.minijobber_always_deduct_overtime': 'Boolean OOO',
  'workSchedules.minijobber_absence_credit': 'Decimal OOO',
  'workSchedules.overtime_allowance_always_deduct': 'Integer OOO',
  'publicHolidays.active': 'Boolean OOO',
  'publicHolidayTemplates.source_id': 'Integer OOO',
  'absences.request_duration_entity': 'Char OO-',
  'userPreferences.update()': 'action',
  'timesheetAccountings.approved_by_user_1': 'Boolean -O-',
  'timesheetAccountings.approved_by_user_at': 'DateTime -O-',
  'timesheetAccountings.approved_by_admin_id': 'Integer -O- users',
  'timesheetAccountings.approved_by_admin_at': 'DateTime -O-',
  'timesheetAccountings.approved_by_user_1_id': 'Integer -O- users',
  'timesheetAccountings.approved_by_user_1_at': 'DateTime -O-',
  'users.annual_hours_valid_from': 'Date OOO',
  'users.paid_break_day_quota_in_minutes': 'Integer OOO',
  'users.paid_break_day_quota_valid_from': 'Date OOO',
  'users.send_welcome_email': 'Boolean O--',
  'users.old_password': 'String --O',
  'users.unconfirmed_email_address': 'String -O-',
  'users.confirmEmailAddress()': 'action',
  'users.createLoginLink()': 'action',
  'users.identity_card_number': 'String OOO',
  'users.mobile_allow_live_timetracking': 'Boolean OOO',
  'projects.is_paid_non_working': 'Boolean OOO',
  'projects.translate_task_name': 'Boolean OOO',
  'tasks.jira_id': 'Integer OOO',
  'tasks.translate_task_name': 'Boolean OOO',
  'absenceTypes.absence_subtype_id': 'Integer OO-',
  'absenceTypes.absence_group_id': 'Integer OO-',
  'countries.code': 'String -O-',
  'languages.code': 'String -O-',
  'languages.language': 'String -O-',
  'notifications.inherited_user_ids': 'String -O-',
  'timesheetAccountings.unbooked_time': 'Decimal -O-',
  'timesheetActionLogs.by_user_id': 'Integer -O- users',
  'timesheetAccountings.overtime_settled': 'Decimal -O-',
  'timesheetAccountings.additions': 'Decimal -OO',
  'timeTrackings.start_time_offset': 'Integer OOO',
  'timeTrackings.end_time_offset': 'Integer OOO',
};

const resources = new Map((await loadResources()).map((resource) => [resource.name, resource]));

for (const [name, facts] of Object.entries(catalogue as unknown as Readonly<Record<string, Facts>>)) {
  test(`${name} matches the catalogue`, () => {
    const resource = resources.get(name);
    assert.ok(resource);
    const wanted = { ...facts.fields, ...actionFacts(facts.extraActions), ...widerFacts(name) };
    const own = [...Object.keys(resource.namedReads), ...resource.customActions.keys()];
    const faults = differences(name, { ...fieldFacts(resource), ...actionFacts(own) }, wanted);
    assert.ok(faults.length === 0, faults.join('\n'));
    assert.deepEqual(resource.aliases, facts.aliases);
    assert.deepEqual([...resource.actions].sort(), facts.actions.toSorted());
    assert.equal(resource.lastChange, facts.lastChange);
    assert.deepEqual([...resource.public].sort(), facts.public.toSorted());
    assert.deepEqual(resource.nested, facts.nested);
  });
}

function fieldFacts(resource: Resource): Readonly<Record<string, string>> {
  const facts = [...resource.fields.values()].map((field) => {
    const relation = field.relation === undefined ? '' : ` ${field.relation}`;
    return [field.name, `${field.type.name} ${field.create}${field.read}${field.update}${relation}`];
  });
  return Object.fromEntries(facts);
}

/** An action beside the four verbs, named with brackets. */
function actionFacts(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`${name}()`, 'action']));
}

/** What stands in {@link wider} for the resource, by field or action. */
function widerFacts(resource: string): Readonly<Record<string, string>> {
  const own = Object.entries(wider).filter(([key]) => key.startsWith(`${resource}.`));
  return Object.fromEntries(own.map(([key, fact]) => [key.slice(resource.length + 1), fact]));
}

/** A sentence for each field and action that is not as the catalogue has it. */
function differences(
  resource: string,
  declared: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): readonly string[] {
  const names = new Set([...Object.keys(declared), ...Object.keys(wanted)]);
  return [...names]
    .filter((name) => declared[name] !== wanted[name])
    .map(
      (name) =>
        `${resource}.${name} is ${declared[name] ?? 'not there'}, the catalogue wants ${wanted[name] ?? 'none'}; ` +
        'what is beyond the catalogue stands in `wider` of test/resources/catalogue.test.ts',
    );
}
