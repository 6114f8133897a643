import { checkDraft } from './checking/check-draft.js';
import type { CheckDrafts } from './checking/draft.js';
import { endpointFetchVia } from './endpoint-fetch.js';
import { connectionReason } from './endpoint/endpoint-error.js';
import { PRESETS } from './endpoint/presets.js';
import { TRIAL_EVIDENCE, TRIAL_QUESTIONS, type TrialQuestion } from './engine-evidence.js';
import type { DraftingOptions } from './engine-config.js';
import { needsInfo } from './local-engine.js';
import { OpenAiEngine } from './openai-engine.js';
import { startReader } from './reading/reader.js';
import type { EngineAnswer } from './types.js';

/** How long each of the three replies may take, at least: a server that has just started loads its model first. */
const PATIENCE_MS = 120_000;
const LISTING_MS = 10_000;

/** What to do about a failure. */
const ADVICE: Readonly<Record<string, string>> = {
  timeout: 'The endpoint did not answer in time. Raise OPENAI_TIMEOUT_SECONDS, or choose a smaller model.',
  connection: 'Nothing answers at OPENAI_BASE_URL. Start the server, or correct the address.',
  certificate_expired:
    'The certificate of the endpoint has expired, or is not valid yet. Have it renewed, and compare the clocks of both machines.',
  certificate_name:
    'The certificate of the endpoint is for another name than OPENAI_BASE_URL has. Use the name that stands in the certificate.',
  certificate:
    'The certificate of the endpoint is not trusted. Put that of your authority into a file, and its path into NODE_EXTRA_CA_CERTS.',
  proxy: 'The proxy gave no way to the endpoint. Correct HTTPS_PROXY, or name the host in NO_PROXY.',
  rate_limited:
    'The endpoint has too many requests (429). Lower OPENAI_CONCURRENCY, or raise the limits of the account.',
  quota: 'The account has no quota left. Add some where the key was made.',
  http_401:
    'The endpoint refused the key (401). Correct OPENAI_API_KEY, and CANDOR_ENGINE_PRESET for an endpoint of Azure.',
  http_403: 'The endpoint refused the key (403). Correct OPENAI_API_KEY, or the rights of its project.',
  http_404:
    'The endpoint does not know the model or the address (404). Correct OPENAI_MODEL, and the path of the version in OPENAI_BASE_URL.',
  invalid_output: 'The model wrote no draft in the wanted shape. Choose a model that can write JSON.',
  cut_off: 'The replies of the model were cut off. Choose a model that thinks less before it answers.',
};

/**
 * Asks an endpoint three questions and prints what works: whether it is reached, whether it has the model, how it is asked,
 * what it took, and whether its drafts passed the check. Returns 0 when answers can be drafted with it, else 1 after a line
 * that says what to do. Neither the key nor anything that the endpoint wrote is printed, but for names of models.
 */
export async function checkEngine(options: DraftingOptions, print: (line: string) => void): Promise<number> {
  print(`endpoint   ${new URL(options.baseUrl).host}, model ${options.model}`);
  print(`models     ${await listed(options)}`);
  const reader = await startReader();
  const check: CheckDrafts = (drafts) =>
    Promise.all(drafts.map((one) => checkDraft(one.draft, one.request, one.evidence, reader)));
  const engine = new OpenAiEngine({
    ...options,
    dialect: options.dialect ?? PRESETS.openai.dialect,
    timeoutMs: Math.max(PATIENCE_MS, options.timeoutMs ?? 0),
    batchMs: 2 * PATIENCE_MS,
    tokenBudget: 100_000,
  });
  const found: { trial: TrialQuestion; answer: EngineAnswer }[] = [];
  for (const trial of TRIAL_QUESTIONS) {
    const { request } = trial;
    const began = performance.now();
    const task = { request, evidence: [...TRIAL_EVIDENCE], local: needsInfo(request.questionId, 'local') };
    const { answers } = await engine.answer([task], check);
    const [answer = task.local] = answers;
    found.push({ trial, answer });
    print(
      `question   ${request.text} ${outcomeOf(trial, answer)}; ${costOf(answer, (performance.now() - began) / 1000)}`,
    );
    // The others would fail in the same way.
    if (answer.undrafted !== undefined) break;
  }
  const failed = found.find(({ answer }) => answer.undrafted !== undefined)?.answer.undrafted;
  if (failed !== undefined) {
    print(ADVICE[failed] ?? `The endpoint failed (${failed.replace(/^http_/, '')}). Look into its logs.`);
    return 1;
  }
  const { structure, limit, temperature, room } = engine.client.dialect;
  print(
    `asked by   ${structure}, ${limit}${temperature ? ', temperature 0' : ', its own temperature'}${room > 1 ? ', with room to think' : ''}`,
  );
  return verdict(found, print);
}

function verdict(
  found: readonly { trial: TrialQuestion; answer: EngineAnswer }[],
  print: (line: string) => void,
): number {
  const drafted = found.filter(
    ({ trial, answer }) => trial.answerable && answer.engine === 'openai' && answer.answer !== '',
  );
  if (drafted.length === 0) {
    print('The model answers, but none of its drafts passed the check. Choose a larger model.');
    return 1;
  }
  const answerable = found.filter(({ trial }) => trial.answerable).length;
  print(
    drafted.length === answerable
      ? 'It works: answers can be drafted with this endpoint.'
      : `It works, but ${answerable - drafted.length} of ${answerable} drafts did not pass the check: a larger model will answer more.`,
  );
  return 0;
}

function outcomeOf({ answerable }: TrialQuestion, { answer, engine, undrafted, drafting }: EngineAnswer): string {
  if (undrafted !== undefined) return `no draft (${undrafted})`;
  const rejected = drafting?.rejected ?? [];
  const before = rejected.length > 0 ? `, ${rejected.join(' and ')} before` : '';
  if (engine === 'openai' && answer !== '') return `drafted, and passed the check${before}`;
  if (rejected.length > 0 && drafting?.fallback !== undefined)
    return `drafted, and did not pass the check (${rejected.join(', ')})${answerable ? '' : ', as it should'}`;
  return `says that it does not know, ${answerable ? 'though the evidence says it' : 'as it should'}`;
}

const costOf = ({ drafting }: EngineAnswer, seconds: number): string =>
  `${seconds.toFixed(1)} s, ${drafting?.promptTokens ?? 0} + ${drafting?.completionTokens ?? 0} tokens in ${drafting?.requests ?? 0} requests`;

/** What the endpoint says of its models. Not all have such a list, so it decides nothing. */
async function listed({ baseUrl, apiKey, azure, model, proxies = {} }: DraftingOptions): Promise<string> {
  if (azure?.apiVersion !== undefined) return 'not asked: the address names the deployment';
  const headers: Record<string, string> = {};
  if (apiKey !== undefined) headers[azure ? 'api-key' : 'authorization'] = azure ? apiKey : `Bearer ${apiKey}`;
  try {
    const signal = AbortSignal.timeout(LISTING_MS);
    const reply = await endpointFetchVia(proxies)(`${baseUrl}/models`, { headers, signal });
    if (!reply.ok) return `reached, but gives no list of models (${reply.status})`;
    const { data } = (await reply.json()) as { data?: { id?: unknown }[] };
    const names = (data ?? []).map(({ id }) => id);
    // Ollama lists "name:latest" for "name".
    if (names.includes(model) || names.includes(`${model}:latest`)) return `reached, and has ${model}`;
    const others = names.filter((name) => typeof name === 'string' && /^[\w.:/@-]{1,80}$/.test(name)).slice(0, 5);
    return `reached, but does not list ${model}${others.length > 0 ? `; it has ${others.join(', ')}` : ''}`;
  } catch (error) {
    if (error instanceof Error && error.name === 'SyntaxError') return 'reached, but its list of models is no JSON';
    return `not reached (${error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : connectionReason(error)})`;
  }
}
