// Facts of one mail of each kind of notice.

const sender = { sender: 'Emil Steiner' };
const absence = {
  ...sender,
  person: 'Emil Steiner',
  kind: 'Sick leave',
  first: '2026-03-02',
  last: '2026-03-06',
  amount: '4.5',
  unit: 'd',
  comment: 'At home in Graz',
};
const own = { ...absence, person: '', sender: 'Mira Huber', decision: 'Get well soon' };
const change = {
  ...sender,
  person: 'Emil Steiner',
  old_start: '2026-03-02 08:00:00',
  old_end: '2026-03-02 12:00:00',
  new_start: '2026-03-02 07:30:00',
  new_end: '2026-03-02 12:00:00',
  comment: 'I forgot to start',
};
const decided = { ...change, person: '', sender: 'Mira Huber', decision: 'As discussed' };
const standIn = {
  ...sender,
  person: 'Emil Steiner',
  first: '2026-03-02',
  last: '2026-03-06',
  amount: '5',
  unit: 'd',
};

/** By the name of the notice. */
export const exampleFacts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  absenceRequested: absence,
  absenceGranted: own,
  absenceDeclined: own,
  absenceCancelled: absence,
  replacementAsked: standIn,
  replacementAgreed: { ...own, decision: '' },
  replacementRefused: { ...own, decision: 'I am away too' },
  timeTrackingChangeRequested: change,
  timeTrackingChangeGranted: decided,
  timeTrackingChangeDeclined: decided,
  timeTrackingChangeCancelled: change,
  messageReceived: { ...sender, message: 'The lift is broken until Friday.' },
  timerRunsLong: { ...sender, person: 'Emil Steiner', start: '2026-03-02 08:00:00', task: 'Assembly' },
  hoursMissing: {
    first: '2026-03-02',
    last: '2026-03-08',
    missing: String((15 * 60 + 24) * 60),
    days: '2026-03-03,2026-03-05',
  },
  requestsWaiting: {
    listed: '2',
    unlisted: '7',
    person_0: 'Emil Steiner',
    kind_0: 'Holiday',
    first_0: '2026-03-02',
    last_0: '2026-03-02',
    person_1: 'Anna Berger',
    new_start_1: '2026-03-04 08:00:00',
    new_end_1: '2026-03-04 12:00:00',
  },
};
