// Who reads and writes the times of people: as anything about a person; a terminal reads those of who uses it, or could
// not show what it starts.
import { editablePeople, timesOfPerson, where, type Access } from '#resource/access.ts';

const aboutPeople = timesOfPerson('user_id', (accessContext) => editablePeople('user_id', accessContext));

/** The access to rows with the person in `user_id`. */
export const accessToTimes: Access = {
  ...aboutPeople,
  read: (accessContext) => [
    ...aboutPeople.read(accessContext),
    { level: 'own', scope: where('user_id', accessContext.terminalUsers) },
  ],
};
