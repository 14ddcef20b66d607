// The head of a day: its date, what was worked of the target, and what is wrong. On a phone it chooses the day.
import { formatDuration } from '../domain/duration.ts';
import type { WeekDay } from '../domain/week.ts';
import { Icon } from '../parts/icon.tsx';
import { addressOf } from '../router.ts';
import { dayShort } from '../words/dates.ts';
import { dayLong, words } from '../words/words.ts';
import { dayOffName } from './day-off.ts';
import { accountDays } from './progress.ts';
import { WhyNumber } from './why.tsx';

interface HeadProps {
  readonly day: WeekDay;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

/** Draws the head. */
export function DayHead({ day, isShown, onShow }: HeadProps) {
  const w = words.value.week;
  const off = day.daysOff.find((one) => !one.isOpen);
  const hasHours = day.worked > 0 || (day.target ?? 0) > 0;
  const { worked, target } = { worked: formatDuration(day.worked), target: formatDuration(day.target ?? 0) };
  const wrong = day.violations.map((one) => w.violations[one]).join(', ');
  const hasTarget = (day.target ?? 0) > 0;
  const sums = {
    name: dayLong(day.date),
    shown: hasTarget ? words.value.general.of(worked, target) : worked,
    why: addressOf('account', day.date),
    children: (
      <>
        {worked}
        {hasTarget && <span class="muted of"> / {target}</span>}
      </>
    ),
  };
  const name = `cal-head ${day.isToday ? 'today' : ''} ${day.isFree ? 'free' : ''} ${isShown ? 'shown' : ''}`;
  return (
    <div class={name}>
      <button
        type="button"
        class="cal-show"
        aria-pressed={isShown}
        aria-label={dayLong(day.date)}
        onClick={onShow}
      />
      <h2>
        {dayShort(day.date)}
        {day.isApproved && (
          <span title={words.value.week.locked}>
            <Icon name="lock" size={12} />
            <span class="sr">{words.value.week.locked}</span>
          </span>
        )}
      </h2>
      <span class="sums">
        {wrong !== '' && (
          <span class="mark" title={wrong}>
            <Icon name="triangle-alert" size={14} />
            <span class="sr">{wrong}</span>
          </span>
        )}
        {hasHours && (accountDays.value.has(day.date) ? <WhyNumber {...sums} /> : sums.children)}
        {!hasHours && <span class="muted">{off === undefined ? '–' : dayOffName(off)}</span>}
      </span>
    </div>
  );
}
