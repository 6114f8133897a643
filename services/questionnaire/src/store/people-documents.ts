/** What people ask of each other. Times are microseconds since the epoch. */

/** What was asked of the assignee of a question. */
export interface StoredAssignment {
  note: string;
  /** "user:…" or "key:…". */
  assignedBy: string;
  assignedAt: number;
  /** When the assignee said "done"; 0: not yet. */
  doneAt: number;
  doneBy: string;
  /** Of the call that assigned it or said "done": what it did is told together. */
  call: string;
}

/** Why an answer was given back. */
export interface StoredReturn {
  reason: string;
  by: string;
  at: number;
}

/** What people are to be told of a questionnaire, stored with the change until it is told. */
export interface StoredNotice {
  /** A UUID, under which it counts once. */
  id: string;
  kind: 'assigned' | 'submitted' | 'sent_back' | 'approved';
  /** Empty: those whom the kind concerns by their role. */
  recipients: { type: 'USER' | 'GROUP'; id: string }[];
  actor: string;
  text: string;
  at: number;
  /** Of how many questions it speaks; 0: of the whole. */
  count: number;
}

/** A questionnaire that was handed over, or given back: by whom, and what was said. */
export interface HandOver {
  by: string;
  at: number;
  text: string;
  /** Users who are asked; empty: everybody who may. */
  to: string[];
}

/** Of a question; all are absent in what releases of before wrote. */
export interface AskedFields {
  /** Null: nobody is assigned. */
  assignment?: StoredAssignment | null;
  /** "open" until somebody has answered, "answered" until the assignee says "done"; '' for nobody. */
  assignmentState?: '' | 'open' | 'answered' | 'done';
  /** Whether people are still to be told of the assignment, or that it is done. */
  assignmentUntold?: boolean;
  /** When the assignee should have answered; 0: no such time. */
  dueAt?: number;
  /** The last reminder, as "overdue:1790000000000000". */
  reminded?: string;
  /** Null once somebody has changed the answer. */
  sentBack?: StoredReturn | null;
  /** Who changed answer, status or comment last; '' where an engine did. */
  editedBy?: string;
}

/** Of a questionnaire; absent as long as nothing of the kind happened. */
export interface HandOverFields {
  /** What people are still to be told. Absent: nothing. */
  notices?: StoredNotice[];
  /** The last time that it was submitted, and sent back; null: that is over. Absent before the first time. */
  submission?: HandOver | null;
  sentBack?: HandOver | null;
  /** The last reminder of its deadline, as "overdue:2026-11-30". */
  reminded?: string;
}
