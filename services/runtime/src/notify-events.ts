import type { ServiceEvent } from './events.js';

/** `data` of an event that people are told of. */
export interface NotifyData {
  /** What happened, e.g. "assigned"; the service that tells people knows which there are. */
  kind: string;
  /** Empty: those whom the kind concerns by their role. */
  recipients: { type: 'USER' | 'GROUP'; id: string }[];
  /** Who did it, and is not told of it; null: nobody in particular. */
  actor_id: string | null;
  /** What it is about; `title` is shown. Further names say what it belongs to. */
  subject: { type: string; id: string; title: string; [belongsTo: string]: string };
  /** A note, the text of a comment, a reason. */
  text?: string;
  /** Microseconds. */
  due_at?: number;
  /** Of how many things it speaks. */
  count?: number;
  /** Where the link leads: an address of this server from "/console" on. */
  path: string;
}

export interface NotifyEvent {
  /** A UUID, the same however often it is told. */
  id: string;
  organizationId: string;
  /** Microseconds. */
  at: number;
  data: NotifyData;
}

const PREFIX = 'notify.';
export const MOST_NOTIFY_TEXT = 2000;
export const MOST_NOTIFY_TITLE = 500;

/** The event that tells people; it never goes to webhooks. Titles and texts that are too long are cut. */
export function notifyEvent({ id, organizationId, at, data }: NotifyEvent): ServiceEvent {
  const { subject, text } = data;
  const cut: NotifyData = { ...data, subject: { ...subject, title: shortened(subject.title, MOST_NOTIFY_TITLE) } };
  if (text !== undefined) cut.text = shortened(text, MOST_NOTIFY_TEXT);
  return { id, organizationId, at, type: PREFIX + data.kind, data: { ...cut } };
}

/** Whether an event is for people, and not for webhooks. */
export const isNotifyEvent = ({ type }: Pick<ServiceEvent, 'type'>): boolean => type.startsWith(PREFIX);

/** At most so many UTF-16 units, without half a character at the end. */
const shortened = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '') + '…';
