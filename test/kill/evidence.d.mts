/** A call of the API in one organization: its JSON, or its bytes; throws what is not 2xx. */
export type CallApi = (path: string, init?: RequestInit & { bytes?: boolean }) => Promise<unknown>;

/** Adds policies and approved answers; gives the ids of the policies. */
export function addEvidence(call: CallApi): Promise<string[]>;

/** The upload of the questionnaire. */
export function questionnaireForm(): FormData;

/** Uploads the questionnaire; gives its id. */
export function uploadQuestionnaire(call: CallApi): Promise<string>;

/** What a person sees of a processed questionnaire; no ids and no times. */
export function questionnaireSeen(call: CallApi, id: string): Promise<Record<string, unknown>>;

/** Where `seen` differs from `expected`, as text; empty when it does not. */
export function differences(expected: Record<string, unknown>, seen: Record<string, unknown>): string[];
