import { BRAND, firstCharacters } from '@candor/runtime';
import type { Asked } from '../asking.js';
import type { OpenQuestionnaire } from '../clients/questionnaires.js';
import type { SlackReply } from '../store/slack-inbox.js';
import { context, cut, escaped, link, MOST_BLOCK, pieces, section, shortened } from './mrkdwn.js';

/** Sources that are named; the console shows all. */
const MOST_SOURCES = 5;
/** Of what notifications show, which have no blocks. */
const MOST_FALLBACK = 3000;
const MOST_TITLE = 150;
/** Of all sources together: band and words between them have the rest of the block. */
const MOST_NAMED = MOST_BLOCK - 200;
/** Of a title that is searched for, in code points: percent signs make twelve of one. */
const MOST_SEARCHED = 100;
const BANDS: Readonly<Record<string, string>> = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low' };

export const HELP = [
  `Ask me a security question: in a direct message, by mentioning me, or with \`/candor QUESTION\`.`,
  'I answer from the approved answers and documents of your organization, with the sources, and say so when nothing is known.',
  '`/candor status` tells the questionnaires under way.',
].join('\n');

export const LOOKING = 'Looking it up …';

/** Only words of ours in it. */
export const said = (text: string): SlackReply => ({ text, blocks: '' });

const MAY_KNOW = 'You may have seen this already: it was not certain that it reached you.';

/** The same in the direct messages, for whom it may not have reached elsewhere. */
export const copyOf = ({ text, blocks }: SlackReply): SlackReply =>
  blocks === ''
    ? said(`${text}\n${MAY_KNOW}`)
    : { text, blocks: JSON.stringify([...(JSON.parse(blocks) as object[]), context(MAY_KNOW)]) };

const MOST_ASKED_SHOWN = 300;

/** What an expert answered, for whom it was asked. '' of an answer: the question does not apply. */
export function expertMessage(userId: string, question: string, answers: string[]): SlackReply {
  const asked = `<@${escaped(userId)}> an expert has answered: _${escaped(shortened(question, MOST_ASKED_SHOWN)).replaceAll('_', ' ')}_`;
  const answer = answers.filter((one) => one !== '').join('\n\n') || 'This does not apply here.';
  const blocks = [section(asked), ...pieces(answer).map(section)];
  return { text: cut(`${asked}\n${escaped(answer)}`, MOST_FALLBACK), blocks: JSON.stringify(blocks) };
}

/** Answer, band, sources and buttons; links to the console only for those who may open it. */
export function answerMessage(
  asked: Asked,
  options: { publicUrl: string; mayOpen: boolean; canAsk: boolean },
): SlackReply {
  const known = asked.answer !== '';
  const blocks: object[] = pieces(asked.reply).map(section);
  if (known) blocks.push(context(standing(asked, options)));
  else if (!asked.smallTalk) blocks.push(context('The question is noted as a gap.'));
  const buttons = asked.smallTalk ? [] : buttonsFor(asked.conversationId, known, options.canAsk);
  if (buttons.length > 0) blocks.push({ type: 'actions', elements: buttons });
  return { text: cut(escaped(asked.reply), MOST_FALLBACK), blocks: JSON.stringify(blocks) };
}

function standing(
  { confidence, citations }: Asked,
  { publicUrl, mayOpen }: { publicUrl: string; mayOpen: boolean },
): string {
  const band = confidence && `Confidence: *${BANDS[confidence.band] ?? escaped(confidence.band)}*`;
  const sources = new Map(citations.map((one) => [`${one.sourceId} ${one.locator}`, one]));
  const named: string[] = [];
  let length = 0;
  for (const { sourceId, sourceType, title, locator } of [...sources.values()].slice(0, MOST_SOURCES)) {
    const words = shortened([title, locator].filter(Boolean).join(', ') || 'a source', MOST_TITLE);
    const name = mayOpen ? link(sourceUrl(publicUrl, sourceType, sourceId, title), words) : escaped(words);
    length += name.length;
    // A link is named whole or not at all.
    if (length > MOST_NAMED) break;
    named.push(name);
  }
  const more = sources.size - named.length;
  const all = `${named.join(' · ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [band, named.length > 0 ? `Sources: ${all}` : ''].filter(Boolean).join('  |  ');
}

function sourceUrl(publicUrl: string, sourceType: string, id: string, title: string): string {
  if (sourceType === 'document') return `${publicUrl}/console/knowledge/documents/${encodeURIComponent(id)}`;
  const words = firstCharacters(title, MOST_SEARCHED);
  return `${publicUrl}/console/knowledge?${new URLSearchParams({ q: words }).toString()}`;
}

function buttonsFor(conversationId: string, known: boolean, canAsk: boolean): object[] {
  const button = (name: string, words: string) => ({
    type: 'button',
    action_id: `candor_${name}`,
    value: conversationId,
    text: { type: 'plain_text', text: words },
  });
  return [
    ...(known ? [button('helpful', 'Helpful'), button('wrong', 'Wrong')] : []),
    ...(canAsk ? [button('expert', 'Ask an expert')] : []),
  ];
}

/** Questionnaires under way, for a person of the organization. */
export function statusMessage(
  { items, total }: { items: OpenQuestionnaire[]; total: number },
  publicUrl: string,
): SlackReply {
  if (total === 0) return said('No questionnaire is under way.');
  const lines = items.map((one) => {
    const title = shortened(one.title, MOST_TITLE);
    const name = link(`${publicUrl}/console/questionnaires/${encodeURIComponent(one.id)}`, title);
    const company = one.companyName === '' ? '' : ` (${escaped(shortened(one.companyName, MOST_TITLE))})`;
    const due = one.deadline === undefined ? '' : `, due ${escaped(one.deadline)}`;
    return `• ${name}${company}: ${escaped(one.status)}, ${one.answered} of ${one.questions} answered${due}`;
  });
  const more = total - items.length;
  const rest = more > 0 ? [`… and ${more} more in ${link(`${publicUrl}/console`, BRAND.name)}`] : [];
  const text = ['*Questionnaires under way*', ...lines, ...rest].join('\n');
  return { text: cut(text, MOST_FALLBACK), blocks: JSON.stringify(pieced(text).map(section)) };
}

/** Lines that are escaped already, put together to blocks. */
function pieced(text: string): string[] {
  const found: string[] = [''];
  for (const line of text.split('\n')) {
    const last = found.at(-1) ?? '';
    if (last.length + 1 + line.length > MOST_BLOCK) found.push(line);
    else found[found.length - 1] = last === '' ? line : `${last}\n${line}`;
  }
  return found;
}
