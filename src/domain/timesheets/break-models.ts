// Models of breaks: those that every account has, and what a stored one says. Pure; seconds.
import type { Row } from '#resource/rule.ts';

const minute = 60;

/** More than `over` seconds of work ask for `least` seconds of break. */
export interface BreakStep {
  readonly over: number;
  readonly least: number;
}

/** By what rule breaks are asked for. */
export interface BreakModel {
  /** Ascending; a higher step never asks for less. */
  readonly steps: readonly BreakStep[];
  /** Shorter parts do not count. */
  readonly leastPart: number;
  /** One part must last as long. */
  readonly longestPart: number;
  /** Whether what is missing is taken off the work. */
  readonly deducts: boolean;
}

type Template = Omit<Row<'automaticBreakTemplates'>, 'updated'>;
type Step = Omit<Row<'automaticBreakTemplateSteps'>, 'updated'>;

interface StandingModel {
  readonly id: number;
  readonly name: string;
  readonly dryRun?: 1;
  readonly part?: number;
  readonly longest?: number;
  /** Minutes of work, minutes of break. */
  readonly steps: readonly (readonly [after: number, least: number])[];
}

const german: StandingModel['steps'] = [
  [360, 30],
  [540, 45],
];

/** Ids are part of the interface: people and schedules name models by them. */
const standing: readonly StandingModel[] = [
  // ArbZG § 4
  { id: 1, name: 'german', steps: german },
  // AZG § 11: half an hour, or two quarters; the company may divide it otherwise
  { id: 2, name: 'austrian', part: 10, longest: 15, steps: [[360, 30]] },
  // ArG art. 15
  {
    id: 3,
    name: 'swiss',
    steps: [
      [330, 15],
      [420, 30],
      [540, 60],
    ],
  },
  { id: 4, name: 'none', steps: [] },
  { id: 5, name: 'off', dryRun: 1, steps: german },
];

/** The rows of automaticBreakTemplates in every account. */
export const breakTemplateRows: readonly Template[] = standing.map(({ id, name, dryRun, part, longest }) => ({
  id,
  templateName: name,
  dryRun: dryRun ?? 0,
  active: 1,
  editable: 0,
  minimum_part_minutes: part ?? 15,
  longest_part_minutes: longest ?? 0,
}));

/** The rows of automaticBreakTemplateSteps in every account. */
export const breakStepRows: readonly Step[] = standing
  .flatMap(({ id, steps }) => steps.map((step) => ({ id, step })))
  .map(({ id: template_id, step: [after_minutes, break_minutes] }, index) => ({
    id: index + 1,
    template_id,
    after_minutes,
    break_minutes,
  }));

/** What a row of automaticBreakTemplates says with its steps, in any order. */
export function modelOf(
  template: Pick<Template, 'dryRun' | 'minimum_part_minutes' | 'longest_part_minutes'>,
  steps: readonly Pick<Step, 'after_minutes' | 'break_minutes'>[],
): BreakModel {
  let least = 0;
  return {
    steps: steps
      .map((step) => ({ over: step.after_minutes * minute, least: step.break_minutes * minute }))
      .sort((one, other) => one.over - other.over)
      .map(({ over, least: own }) => ({ over, least: (least = Math.max(least, own)) })),
    leastPart: (template.minimum_part_minutes ?? 0) * minute,
    longestPart: (template.longest_part_minutes ?? 0) * minute,
    deducts: template.dryRun !== 1,
  };
}

/** The models that every account has, by id. */
export const standingModels: ReadonlyMap<number, BreakModel> = modelsOf(breakTemplateRows, breakStepRows);

/** Models by id. */
export function modelsOf(
  templates: readonly Template[],
  steps: readonly Step[],
): ReadonlyMap<number, BreakModel> {
  const byTemplate = Map.groupBy(steps, (step) => step.template_id);
  return new Map(templates.map((row) => [row.id, modelOf(row, byTemplate.get(row.id) ?? [])]));
}

/** Missing breaks are shown by the German rule, and nothing is taken off. */
export const shownOnly = 'off';

/** The id of the model that is spelt so: the name of one that every account has, or an id; `null`: neither. */
export function modelId(spelt: string): number | null {
  const named = standing.find(({ name }) => name === spelt.toLowerCase());
  if (named !== undefined) return named.id;
  return /^[1-9]\d{0,8}$/.test(spelt) ? Number(spelt) : null;
}

/** How a setting spells the model of this id. */
export function modelText(id: number): string {
  return standing.find((model) => model.id === id)?.name ?? String(id);
}

/** Names of the models that every account has. */
export const modelNames: readonly string[] = standing.map(({ name }) => name);
