// What is checked and derived before a tracking is written, and before a request for one is. It changes no other row.
import type { Rule } from '#resource/rule.ts';
import { checkEmployed } from './check-employed.ts';
import { checkOpen } from './check-open.ts';
import { copyPerson, copyTask } from './copy-task.ts';
import { deriveTimes, limitLength } from './derive-times.ts';
import { refuseApprovedChange } from './refuse-approved-change.ts';
import { refuseChangeOnApprovedDays } from './refuse-approved-days.ts';
import { noteOrigin } from './note-origin.ts';

/** In this order; whether the time is free is asked last, by resolve-overlap.ts. */
export const trackingChecks: readonly Rule<'timeTrackings'>[] = [
  refuseApprovedChange,
  deriveTimes,
  refuseChangeOnApprovedDays,
  copyPerson,
  checkEmployed,
  copyTask,
  checkOpen,
  noteOrigin,
  limitLength,
];
