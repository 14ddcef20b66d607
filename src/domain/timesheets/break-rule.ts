// Which model of breaks holds on a day, and which time between bookings is a break there.
import type { ReadView } from '#resource/rule.ts';
import { modelId, modelsOf, shownOnly, standingModels, type BreakModel } from './break-models.ts';
import type { DayFrame } from './day-frame.ts';
import { together } from '#resource/missing.ts';

/** The settings that say it for the account. */
export const breakSettings = {
  model: 'automatic_break_rule',
  from: 'automatic_break_valid_from',
  gaps: 'gaps_are_breaks',
  longestGap: 'gap_break_maximum',
} as const;

/** How breaks of one day are counted. */
export interface DayBreaks {
  readonly model: BreakModel;
  /** Seconds: longer gaps between bookings are no breaks; 0: none is. */
  readonly longestGap: number;
}

/** What a frame says of breaks; `null`: as the account says. */
export type FrameBreaks = Pick<DayFrame, 'breaks' | 'gaps' | 'longestGap'>;

/** How breaks are counted on a date with such a frame. */
export type BreakRule = (frame: FrameBreaks, date: string) => DayBreaks;

/** What the account says now: neither models nor its settings stand in days, so that few days change with them. */
export function loadBreakRule(view: ReadView): BreakRule {
  const [spelt, gaps, maximum, own] = together([
    () => view.setting(breakSettings.model),
    () => view.setting(breakSettings.gaps),
    () => view.setting(breakSettings.longestGap),
    () => ownModels(view),
  ]);
  const from = spelt === shownOnly ? '' : view.setting(breakSettings.from);
  const known = (id: number | null): BreakModel | undefined =>
    id === null ? undefined : (standingModels.get(id) ?? own.get(id));
  const before = known(modelId(shownOnly)) as BreakModel;
  const ofAccount = known(modelId(spelt)) ?? before;
  const longest = Math.round(Number(maximum) * 3600);
  return (frame, date) => ({
    model: known(frame.breaks) ?? (from <= date ? ofAccount : before),
    longestGap: (frame.gaps ?? gaps === '1') ? (frame.longestGap ?? longest) : 0,
  });
}

/** Models that the account has made. */
function ownModels(view: ReadView): ReadonlyMap<number, BreakModel> {
  const others = { is: '>', value: Math.max(...standingModels.keys()) } as const;
  const templates = view.find('automaticBreakTemplates', [{ column: 'id', ...others }]);
  if (templates.length === 0) return new Map();
  return modelsOf(
    templates,
    view.find('automaticBreakTemplateSteps', [{ column: 'template_id', ...others }]),
  );
}
