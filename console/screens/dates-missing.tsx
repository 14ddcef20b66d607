// What stands in place of dates that are not here.
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/field.tsx';
import { refusalText } from '../refusal-text.ts';
import { words } from '../words/words.ts';
import type { Dates } from './use-dates.ts';

/** Says that dates are on their way, or why they are not here, with the way to try again; nothing when they are here. */
export function DatesMissing({ dates }: { readonly dates: Dates }) {
  const { general } = words.value;
  if (dates.isLoading)
    return (
      <p class="muted" role="status">
        {general.loading} …
      </p>
    );
  if (dates.refusal === null) return null;
  return (
    <div class="actions no-print">
      <Problem text={refusalText(dates.refusal)} />
      <Button onClick={dates.retry}>{general.retry}</Button>
    </div>
  );
}
