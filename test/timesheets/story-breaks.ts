// Steps of random histories that change how breaks count: settings, models, agreed minutes.
import type { Answer } from '../support/client.ts';
import type { BreakModel } from './booked-model.ts';
import { periodsAfter } from './given-periods.ts';
import type { Step } from './steps.ts';
import { dateOf, rowsOf, todayOf, type Story, type World } from './world.ts';

/** What {@link changeBreaks} takes. */
type BreakStep = Extract<Step, { kind: 'breaks' | 'gaps' | 'model' | 'step' | 'quota' }>;

/** Takes a step that changes how breaks count. */
export async function changeBreaks(world: World, story: Story, one: BreakStep): Promise<Answer> {
  switch (one.kind) {
    case 'breaks':
      return setBreaks(world, story, one);
    case 'gaps':
      return setGaps(world, story, one);
    case 'model':
      return giveModel(world, story, one);
    case 'step':
      return changeOwnModel(world, story, one);
    case 'quota':
      return agreePaidBreak(story, one);
  }
}

async function setBreaks(
  world: World,
  story: Story,
  { rule, day }: Extract<Step, { kind: 'breaks' }>,
): Promise<Answer> {
  const from = day === null ? '' : dateOf(story, day);
  const named = rule === 'own' ? String(world.company.models.own) : rule;
  const answer = await setAll(story, { automatic_break_rule: named, automatic_break_valid_from: from });
  Object.assign(world.breaks, { rule, from });
  return answer;
}

async function setGaps(
  world: World,
  story: Story,
  { areBreaks, longest }: Extract<Step, { kind: 'gaps' }>,
): Promise<Answer> {
  const answer = await setAll(story, {
    gaps_are_breaks: areBreaks ? '1' : '0',
    gap_break_maximum: String(longest),
  });
  Object.assign(world.breaks, { areBreaks, longest });
  return answer;
}

async function setAll({ machine }: Story, settings: Readonly<Record<string, string>>): Promise<Answer> {
  let answer: Answer | null = null;
  for (const [setting_type, setting_value] of Object.entries(settings)) {
    const [row] = await rowsOf(machine, 'generalSettings', { setting_type });
    answer = await machine.put(`generalSettings/update/${row?.['id']}`, { setting_value });
  }
  return answer as Answer;
}

async function giveModel(
  world: World,
  story: Story,
  { model, day }: Extract<Step, { kind: 'model' }>,
): Promise<Answer> {
  const from = dateOf(story, day);
  const answer = await story.machine.put(`users/update/${story.person}`, {
    automatic_break_template_id: model === null ? null : world.company.models[model],
    automatic_break_template_valid_starting_from: from,
  });
  if (answer.status === 200) story.models = periodsAfter(story.models, { from, model }, todayOf(world));
  return answer;
}

type OwnStep = BreakModel['steps'][number];

/** The second step of the company's own model asks for another break. */
async function changeOwnModel(
  world: World,
  { machine }: Story,
  { minutes }: Extract<Step, { kind: 'step' }>,
): Promise<Answer> {
  const [first, second] = world.own.steps as readonly [OwnStep, OwnStep];
  const query = { template_id: world.company.models.own, after_minutes: second[0] };
  const [row] = await rowsOf(machine, 'automaticBreakTemplateSteps', query);
  const answer = await machine.put(`automaticBreakTemplateSteps/update/${row?.['id']}`, {
    break_minutes: minutes,
  });
  if (answer.status === 200) world.own = { ...world.own, steps: [first, [second[0], minutes]] };
  return answer;
}

async function agreePaidBreak(
  story: Story,
  { minutes, day }: Extract<Step, { kind: 'quota' }>,
): Promise<Answer> {
  const from = dateOf(story, day);
  const answer = await story.machine.put(`users/update/${story.person}`, {
    paid_break_day_quota_in_minutes: minutes,
    paid_break_day_quota_valid_from: from,
  });
  if (answer.status === 200)
    story.quotas = [...story.quotas.filter((one) => one.from < from), { from, minutes: minutes ?? 0 }];
  return answer;
}
