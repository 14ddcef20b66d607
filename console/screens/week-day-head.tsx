// The head of a day: its date, what was worked of the target, and what is wrong. On a phone it chooses the day.
import { formatDuration } from '../domain/duration.ts';
import type { WeekDay } from '../domain/week.ts';
import { Icon } from '../parts/icon.tsx';
import { dayLong, dayShort, words } from '../words/words.ts';
import { dayOffName } from './day-off.ts';

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
        {day.isApproved && <Icon name="lock" size={12} />}
      </h2>
      <span class="sums">
        {day.violations.map((one) => (
          <span class="mark" key={one} title={w.violations[one]}>
            <Icon name="triangle-alert" size={14} />
            <span class="sr">{w.violations[one]}</span>
          </span>
        ))}
        {hasHours && (
          <>
            {formatDuration(day.worked)}
            {(day.target ?? 0) > 0 && <span class="muted of"> / {formatDuration(day.target ?? 0)}</span>}
          </>
        )}
        {!hasHours && <span class="muted">{off === undefined ? '–' : dayOffName(off)}</span>}
      </span>
    </div>
  );
}
