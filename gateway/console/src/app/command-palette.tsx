import { useEffect, useState } from 'preact/hooks';
import type { Api } from '../api/api.js';
import type { QuestionnaireItem } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { Palette, type PaletteGroup, type PaletteItem } from '../ui/palette.js';
import { t } from '../words/words.js';
import { useOffered, type Command } from '../core/commands.js';
import { useApp } from '../core/context.js';
import { palettePages } from './palette-pages.js';
import { navigate } from '../core/router.js';

/** Milliseconds without a key after which what was typed is searched for. */
const TYPING_MS = 200;
const MOST_FOUND = 6;

/** Calls back at Ctrl+K or Cmd+K, also while somebody is typing; not over a dialog that is open. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      // The browser's own meaning of the key would take the person out of the page.
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) open();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

interface Choice extends PaletteItem {
  run(): void;
}

/** Goes to pages, questionnaires and library answers by their names, and runs what the page can do. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const { api, session, may } = useApp();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const commands = useOffered();
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const questionnaires = useLoad(
    (signal) => (may('VIEWER', 'Questionnaires: read') ? questionnairesNamed(api, words, signal) : Promise.resolve([])),
    [words],
  );
  const entries = useLoad(
    async (signal) => {
      if (words === '' || !may('VIEWER', 'Knowledge: read')) return [];
      return (await api.call.listLibraryAnswers({ query: { query: words, limit: MOST_FOUND }, signal })).answers;
    },
    [words],
  );

  const go = (path: string) => (): void => navigate(path);
  const pages = palettePages(session);
  const isSearching = typed.trim() !== words || questionnaires.loading || entries.loading;
  /** What was found for other words is not chosen for these. */
  const fresh = (choices: readonly Choice[]): readonly Choice[] => (isSearching ? named(typed, choices) : choices);
  const groups: (PaletteGroup & { items: readonly Choice[] })[] = [
    { name: t('panel:palette.actions'), items: named(typed, commands.map(choiceOf)) },
    {
      name: t('panel:palette.questionnaires'),
      items: fresh(
        (questionnaires.data ?? []).map(({ id, title, company_name: company }) => ({
          id: `questionnaire ${id}`,
          name: title,
          detail: company,
          icon: 'sheet',
          run: go(`/questionnaires/${id}/review`),
        })),
      ),
    },
    {
      name: t('panel:palette.library'),
      items: fresh(
        (entries.data ?? []).map(({ id, question, answer }) => ({
          id: `entry ${id}`,
          name: question,
          detail: answer,
          icon: 'book',
          run: go(`/knowledge?${new URLSearchParams({ q: question }).toString()}`),
        })),
      ),
    },
    {
      name: t('panel:palette.goTo'),
      items: named(
        typed,
        pages.map(({ path, name, icon }) => ({ id: `page ${path}`, name, icon, run: go(path) })),
      ),
    },
  ];
  const choose = (id: string): void => {
    const chosen = groups.flatMap(({ items }) => items).find((one) => one.id === id);
    onClose();
    // When the palette has gone: what is chosen may open a dialog of its own, or ask whether to leave.
    if (chosen) setTimeout(() => chosen.run());
  };
  return (
    <Palette
      title={t('panel:palette.title')}
      placeholder={t('panel:palette.placeholder')}
      empty={t(isSearching ? 'panel:palette.searching' : 'panel:palette.nothing')}
      typed={typed}
      groups={groups}
      onType={setTyped}
      onChoose={choose}
      onClose={onClose}
    />
  );
}

const choiceOf = ({ name, run }: Command): Choice => ({ id: `action ${name}`, name, icon: 'next', run });

/** Those whose words hold every word. */
function named(typed: string, choices: readonly Choice[]): Choice[] {
  const words = typed.toLowerCase().split(/\s+/);
  return choices.filter(({ name, detail = '' }) => {
    const said = `${name} ${detail}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

/** Questionnaires by title or company; without words the newest. */
async function questionnairesNamed(api: Api, words: string, signal: AbortSignal): Promise<QuestionnaireItem[]> {
  if (words === '') return (await api.call.listQuestionnaires({ query: { limit: MOST_FOUND }, signal })).questionnaires;
  const value = words.replaceAll('"', ' ');
  const found = await Promise.all(
    ['title', 'account'].map((field) =>
      api.call.searchQuestionnaires({ query: { query: `@${field}:"${value}"`, limit: MOST_FOUND }, signal }),
    ),
  );
  const byId = new Map(found.flatMap(({ questionnaires }) => questionnaires).map((one) => [one.id, one]));
  return [...byId.values()].slice(0, MOST_FOUND);
}
