import { call, type Connection } from './server.js';

/** What the panel reads of the server's replies. */
export interface Session {
  role: 'VIEWER' | 'MEMBER' | 'APPROVER' | 'ADMIN';
  /** Empty: unrestricted within the role. */
  scopes: string[];
  user: { name: string; email: string } | null;
  organization: { name: string };
}
export type Band = 'HIGH' | 'MEDIUM' | 'LOW';
export interface Citation {
  title: string;
  locator: string;
  quote: string;
}
export interface Answered {
  answer: string | null;
  reply: string;
  confidence: { band: Band } | null;
  citations: Citation[];
}
export type SentKind = 'text' | 'long_text' | 'boolean' | 'choice' | 'multi_choice' | 'number' | 'date';
export interface SentQuestion {
  key: string;
  text: string;
  help?: string;
  section?: string;
  kind: SentKind;
  options?: string[];
  max_length?: number;
  required: boolean;
}
export interface TakenForm {
  questionnaire_id: string;
  questions: { key: string; question_id: string; is_new: boolean }[];
}
export interface Question {
  id: string;
  location: { field?: string } | null;
  answer: string | null;
  comment: string | null;
  answer_status: 'UNANSWERED' | 'AI_ANSWERED' | 'MANUALLY_ANSWERED' | 'NEEDS_INFO' | 'NOT_APPLICABLE' | 'FAILED';
  answer_type: string;
  options: string[];
  approved_at: number | null;
  confidence: { band: Band } | null;
  citations: Citation[];
  version: number;
}
export interface Overview {
  status: string;
  should_poll: boolean;
  total_questions: number;
  answered_questions: number;
}

/** The engine behind a model takes its time. */
const ASK_PATIENCE_MS = 65_000;
const MOST_QUESTIONS = 1000;

/** The calls that the panel makes. */
export class Api {
  constructor(readonly connection: Connection) {}

  session(): Promise<Session> {
    return this.call('/v1/session');
  }

  /** `once`: the same for a repeat, so that it is recorded once. */
  ask(question: string, who: Session['user'], once: string): Promise<Answered> {
    return this.call('/v1/insights/ask', {
      method: 'POST',
      headers: { 'idempotency-key': once },
      body: {
        question,
        source_type: 'browser_extension',
        ...(who ? { user_name: who.name, user_email: who.email } : {}),
      },
      patience: ASK_PATIENCE_MS,
    });
  }

  takeForm(form: { form_id: string; page_url: string; title: string; questions: SentQuestion[] }): Promise<TakenForm> {
    return this.call('/v1/questionnaire/form', { method: 'POST', body: form });
  }

  overview(id: string): Promise<Overview> {
    return this.call(`/v1/questionnaire/${id}/overview`);
  }

  async questions(id: string): Promise<Question[]> {
    const { questions } = await this.call<{ questions: Question[] }>(
      `/v1/questionnaire/${id}/questions?limit=${MOST_QUESTIONS}`,
    );
    return questions;
  }

  question(id: string, question: string): Promise<Question> {
    return this.call(`/v1/questionnaire/${id}/questions/${question}`);
  }

  edit(id: string, { id: question, version }: Question, change: object): Promise<Question> {
    return this.call(`/v1/questionnaire/${id}/questions/${question}`, {
      method: 'PATCH',
      headers: { 'if-match': `"${version}"` },
      body: change,
    });
  }

  approve(id: string, { id: question, version }: Question): Promise<Question> {
    const headers = { 'if-match': `"${version}"` };
    return this.call(`/v1/questionnaire/${id}/questions/${question}/approve`, { method: 'POST', headers });
  }

  /** The key of this extension works no more. */
  disconnect(): Promise<unknown> {
    return this.call('/v1/extension/connection', { method: 'DELETE' });
  }

  private call<Reply>(path: string, options: Parameters<typeof call>[3] = {}): Promise<Reply> {
    return call<Reply>(this.connection.origin, this.connection.key, path, options);
  }
}

/** Whether the key holds a scope; a "write" includes its "read". */
export const has = ({ scopes }: Session, scope: string): boolean =>
  scopes.length === 0 || scopes.includes(scope) || scopes.includes(scope.replace(/: read$/, ': write'));

export const mayAsk = (session: Session): boolean => has(session, 'Insights: ask');
export const mayFill = (session: Session): boolean =>
  session.role !== 'VIEWER' && has(session, 'Questionnaires: write');
