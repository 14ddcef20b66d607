// Requests of people to have a tracking added or changed, and what became of them.
import {
  aboutPerson,
  editablePeople,
  either,
  where,
  type Access,
  type Scope,
  type AccessContext,
} from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import {
  approveRequest,
  cancelRequest,
  rejectRequest,
} from '#domain/time-tracking/requests/decide-request.ts';
import { decidedRequests, readRequests } from '#domain/time-tracking/requests/deciders.ts';
import {
  completeRequest,
  keepDecided,
  nameLatest,
  tellOfRequest,
} from '#domain/time-tracking/requests/complete-request.ts';
import { longestComment } from '#domain/time-tracking/requests/request-instead.ts';

const comment = { maxLength: longestComment };

/** Who may edit the times of a person may request for them; what was requested is the affair of who asked. */
const write: Access['write'] = (accessContext, verb) =>
  verb === 'create' ? editablePeople('user_id', accessContext) : requestedBy(accessContext);

function requestedBy(accessContext: AccessContext): Scope {
  if (accessContext.administrator) return 'all';
  const own = accessContext.userId === null ? [] : [accessContext.userId];
  return either(where('user_id', own), where('request_user_id', own));
}

const decision = {
  granted_user_comment: field(types.string, 'O--', 'What who decides says about it.', comment),
};

export default defineResource({
  name: 'changeTimeTrackingRequests',
  doc: 'A request to add a time tracking or to change one.',
  fields: {
    id,
    type: field(types.string, '-O-', 'ADD for a new tracking, CHANGE for one that there is.', {
      values: ['ADD', 'CHANGE'],
      filled: true,
    }),
    time_tracking_id: field(types.integer, 'RO-', 'The tracking; 0 or empty until a new one is granted.', {
      relation: 'timeTrackings',
      required: false,
    }),
    request_user_id: field(types.integer, '-O-', 'Who asks.', { relation: 'users', filled: true }),
    granted_user_id: field(types.integer, '-O-', 'Who decided.', { relation: 'users' }),
    granted_as_substitute_user_id: field(
      types.integer,
      '-O-',
      'Supervisor in whose place an assistant decided.',
      { relation: 'users' },
    ),
    new_start_time: field(
      types.local,
      'OOO',
      "Start that is asked for, on the clocks of the tracking's zone.",
    ),
    new_end_time: field(types.local, 'OOO', 'End that is asked for; empty if the tracking is to run.'),
    old_start_time: field(types.local, '-O-', 'Start when it was asked; empty for a new tracking.'),
    old_end_time: field(types.local, '-O-', 'End when it was asked; empty for a new or running tracking.'),
    request_timestamp: field(types.moment, '-O-', 'When it was asked.', { filled: true }),
    status: field(types.string, '-O-', 'PENDING, GRANTED, DECLINED or CANCELED.', {
      values: ['PENDING', 'GRANTED', 'DECLINED', 'CANCELED'],
      filled: true,
    }),
    request_user_comment: field(types.string, 'OOO', 'What who asks says about it.', comment),
    granted_user_comment: field(types.string, '-O-', 'What who decided says about it.', comment),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  hidden: {
    user_id: { column: 'integer', filled: true },
    proposal: { column: 'text' },
    inserts_into_conflicting: { column: 'integer', default: 0 },
    client_unique_id: { column: 'text' },
  },
  lastChange: 'data_changed',
  actions: ['read', 'create', 'update', 'delete'],
  customActions: {
    approve: {
      doc: 'Makes the change that is asked for, under all rules as they stand then.',
      on: 'row',
      parameters: decision,
      allowed: decidedRequests,
      verb: 'approve',
      run: approveRequest,
    },
    reject: {
      doc: 'Declines the request.',
      on: 'row',
      parameters: decision,
      allowed: decidedRequests,
      verb: 'approve',
      run: rejectRequest,
    },
    cancel: {
      doc: 'Takes the request back.',
      on: 'row',
      allowed: requestedBy,
      verb: null,
      run: cancelRequest,
    },
  },
  nested: { timeTrackings: 'id' },
  pendingChild: { resource: 'timeTrackings', field: 'time_tracking_id', column: 'proposal' },
  indexes: [{ columns: ['user_id'] }, { columns: ['time_tracking_id'] }],
  history: ['granted_user_id', 'granted_as_substitute_user_id'],
  access: { ...aboutPerson('user_id', write), read: readRequests },
  before: [keepDecided, completeRequest],
  after: [nameLatest, tellOfRequest],
});
