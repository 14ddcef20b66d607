// Models of breaks that every account has stay as they are; those that days are, or were, counted by are not deleted.
import { ApiError } from '#errors/api-error.ts';
import type { ReadView, Rule, View } from '#resource/rule.ts';
import { anyDiffers, differs, rowId } from '../change.ts';
import { peopleWith } from '../schedules/people-with.ts';
import { planOf } from '../schedules/schedule-plan.ts';
import { modelId, standingModels } from './break-models.ts';
import { breakSettings } from './break-rule.ts';
import { accountedPeople, recountBooked } from './recount-booked.ts';

/** Refuses to change or delete a model that every account has, or to delete one that is or was in use. */
export const keepModel: Rule<'automaticBreakTemplates'> = (change, view) => {
  if (change.verb === 'create') return;
  const id = rowId(change);
  if (standingModels.has(id)) throw standingModel(id);
  if (change.verb !== 'delete') return;
  const uses = usesOf(view, id);
  const named = [
    ...(uses.account ? [`the setting ${breakSettings.model}`] : []),
    ...uses.people.map((person) => `user ${person}`),
    ...uses.schedules.map((schedule) => `work schedule ${schedule}`),
  ];
  if (named.length === 0) return;
  const more = named.length > examples ? ' and more' : '';
  const message = `automaticBreakTemplates ${id} is or was the model of ${named.slice(0, examples).join(', ')}${more}; set its field active to 0 instead.`;
  throw new ApiError('in_use', message, { field: 'id' });
};

const examples = 3;

/** Refuses to change the steps of a model that every account has. */
export const keepSteps: Rule<'automaticBreakTemplateSteps'> = ({ after }) => {
  const id = after.template_id;
  if (standingModels.has(id)) throw standingModel(id);
};

function standingModel(id: number): ApiError {
  const message = `automaticBreakTemplates ${id} is one that every account has and cannot be changed; create one of your own.`;
  return new ApiError('rule_broken', message, { field: 'id' });
}

/** Refuses a setting that names no model of the account. */
export const refuseUnknownModel: Rule<'generalSettings'> = (change, view) => {
  if (change.after.setting_type !== breakSettings.model || !differs(change, 'setting_value')) return;
  const spelt = change.after.setting_value ?? '';
  const id = modelId(spelt);
  if (id !== null && view.get('automaticBreakTemplates', id) !== undefined) return;
  const message = `setting_value of ${breakSettings.model} is ${spelt}; no row of automaticBreakTemplates has this id.`;
  throw new ApiError('invalid_value', message, { field: 'setting_value' });
};

const counted = ['dryRun', 'minimum_part_minutes', 'longest_part_minutes'] as const;

/** After a model changed: the days that it may hold on are counted again. */
export const recountModel: Rule<'automaticBreakTemplates'> = (change, view) => {
  if (change.verb === 'update' && anyDiffers(change, counted)) recountWith(view, rowId(change));
};

/** After a step came, changed or went. */
export const recountStep: Rule<'automaticBreakTemplateSteps'> = (change, view) => {
  if (anyDiffers(change, ['after_minutes', 'break_minutes']) || change.verb === 'delete')
    recountWith(view, change.after.template_id);
};

function recountWith(view: View, id: number): void {
  const { account, people, schedules } = usesOf(view, id);
  const concerned = account ? accountedPeople(view) : [...people, ...peopleOf(view, schedules)];
  for (const person of new Set(concerned)) recountBooked(view, person);
}

function peopleOf(view: View, schedules: readonly number[]): readonly number[] {
  const people: number[] = [];
  for (const value of schedules) people.push(...peopleWith(view, { column: 'timesheet_template_id', value }));
  return people;
}

/** What names, or named, a model. */
interface Uses {
  readonly account: boolean;
  readonly people: readonly number[];
  readonly schedules: readonly number[];
}

function usesOf(view: View, id: number): Uses {
  return {
    account: modelId(view.setting(breakSettings.model)) === id,
    people: peopleWith(view, { column: 'automatic_break_template_id', value: id }),
    schedules: schedulesWith(view, id),
  };
}

function schedulesWith(view: ReadView, id: number): readonly number[] {
  const versions = view.find('scheduleVersions', []);
  const naming = versions.filter((row) => planOf(row).limits.breakTemplateId === id);
  return [...new Set(naming.map((row) => row.timesheet_template_id))];
}
