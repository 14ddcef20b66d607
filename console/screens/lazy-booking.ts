// The form of a booking, which is loaded when it is first opened, or a moment after the first screen.
import { lazyDialog } from './lazy.tsx';

/** The form. */
export const BookingEditor = lazyDialog(async () => (await import('./booking-editor.tsx')).BookingEditor);
