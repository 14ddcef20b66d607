// Where what is asked about a booking comes up; what draws it is loaded with the first question.
import { useEffect } from 'preact/hooks';
import { question, showQuestions } from './booking-write.ts';
import { lazyDialog } from './lazy.tsx';

const BookingAsked = lazyDialog(async () => (await import('./booking-asked.tsx')).BookingAsked);

/** Shows the open question, if there is one. */
export function BookingQuestion() {
  useEffect(showQuestions, []);
  return question.value && <BookingAsked open={question.value} />;
}
