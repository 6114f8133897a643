import type { Page } from 'playwright-core';
import type { Areas } from './area-world.js';
import type { Screen } from './screens.js';

type Show = Screen['show'];
const table = (page: Page): Promise<void> => page.locator('.table').first().waitFor();
const heading =
  (name: string | RegExp): Show =>
  (page) =>
    page.getByRole('heading', { name }).first().waitFor();
const clicked =
  (button: string | RegExp): Show =>
  async (page) => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  };

/** Every page of knowledge, trust portal, insights and settings, with its dialogs. */
export function areaScreensOf({ draft, sent, scheduled, webhook }: Areas): Screen[] {
  const usual = (name: string, path: string, show: Show): Screen => ({ name, state: 'usual', path, show });
  const empty = (name: string, path: string, title: string): Screen => ({
    name: `${name}-empty`,
    state: 'empty',
    path,
    show: heading(title),
  });
  const update = (id: string): string => `/trust-portal/updates/${id}`;
  return [
    empty('library', '/knowledge', 'The answer library is empty'),
    empty('conflicts', '/knowledge/conflicts', 'No duplicates or conflicts'),
    empty('documents', '/knowledge/documents', 'No documents yet'),
    empty('updates', '/trust-portal/updates', 'No updates yet'),
    empty('categories', '/trust-portal/categories', 'No categories yet'),
    empty('subscribers', '/trust-portal/subscribers', 'No subscribers yet'),
    empty('front-page', '/trust-portal/page', 'Front page'),
    empty('portal-documents', '/trust-portal/documents', 'No documents yet'),
    empty('access-requests', '/trust-portal/requests', 'No requests'),
    empty('portal-activity', '/trust-portal/activity', 'Nobody has downloaded anything'),
    empty('portal-nda', '/trust-portal/nda', 'NDA'),
    empty('faq', '/trust-portal/faq', 'No answers are published'),
    empty('subprocessors', '/trust-portal/subprocessors', 'No subprocessors yet'),
    empty('gaps', '/insights/gaps', 'No questions in this period'),
    empty('conversations', '/insights/conversations', 'No conversations yet'),
    empty('people', '/settings/people', 'No users or groups yet'),
    empty('webhooks', '/settings/webhooks', 'No webhooks yet'),
    usual('library', '/knowledge', table),
    usual('library-entry', '/knowledge', async (page) => {
      await page.locator('.entry-name').first().click();
      await page.getByRole('dialog').waitFor();
    }),
    usual('library-import', '/knowledge', clicked('Import')),
    usual('conflicts', '/knowledge/conflicts', heading('Do you encrypt data at rest?')),
    usual('documents', '/knowledge/documents', table),
    usual('document', '/knowledge/documents', async (page) => {
      await page.locator('.item-name a').first().click();
      await page.locator('.passages').waitFor();
    }),
    usual('updates', '/trust-portal/updates', table),
    usual('update-new', '/trust-portal/updates/new', heading('Email preview')),
    usual('update-draft', update(draft), heading('Emails to subscribers')),
    usual('update-send', update(draft), clicked('Send now …')),
    usual('update-recipients', update(draft), clicked(/^Show who/)),
    usual('update-sent', update(sent), heading('Individual emails')),
    usual('update-scheduled', update(scheduled), heading('Emails to subscribers')),
    usual('categories', '/trust-portal/categories', table),
    usual('subscribers', '/trust-portal/subscribers', table),
    usual('subscriber-import', '/trust-portal/subscribers', clicked('Import')),
    usual('front-page', '/trust-portal/page', heading('Front page')),
    usual('front-page-domain', '/trust-portal/page', async (page) => {
      await page.getByRole('button', { name: 'Check now' }).scrollIntoViewIfNeeded();
    }),
    usual('portal-documents', '/trust-portal/documents', table),
    usual('portal-document-add', '/trust-portal/documents', clicked('Add a document')),
    usual('access-requests', '/trust-portal/requests', table),
    usual('access-request-approve', '/trust-portal/requests', clicked(/^Approve/)),
    usual('access-rules', '/trust-portal/requests', async (page) => {
      await clicked('Automatic approval')(page);
      await page.getByLabel(/^Domains/).fill('gmail.com');
    }),
    usual('portal-activity', '/trust-portal/activity', table),
    usual('portal-nda', '/trust-portal/nda', table),
    usual('faq', '/trust-portal/faq', table),
    usual('faq-publish', '/trust-portal/faq', clicked('Publish answers')),
    usual('subprocessors', '/trust-portal/subprocessors', table),
    usual('subprocessor-announce', '/trust-portal/subprocessors', clicked('Announce changes …')),
    usual('gaps', '/insights/gaps', table),
    usual('conversations', '/insights/conversations', table),
    usual('conversation', '/insights/conversations', async (page) => {
      await page.locator('.entry-name').first().click();
      await page.getByRole('dialog').waitFor();
    }),
    usual('channels', '/channels', heading('Agents (MCP)')),
    usual('organizations', '/settings/organizations', table),
    usual('organization-edit', '/settings/organizations', clicked(/^Edit /)),
    usual('test-mail', '/trust-portal/updates', clicked('Send a test email …')),
    usual('people', '/settings/people', table),
    usual('sign-in-settings', '/settings/sign-in', heading('Sign-in provider')),
    usual('told', '/knowledge/told', heading('All statements')),
    usual('prove', '/knowledge/prove', heading('Prove it')),
    usual('topics', '/knowledge/topics', heading('Topics')),
    usual('usual-questions', '/knowledge/usual', heading('Usual questions')),
    usual('interviews', '/knowledge/interviews', heading('Interviews')),
    usual('load', '/load', heading('Load')),
    usual('asked', '/asked', heading('Asked of me')),
    usual('document-review', '/knowledge/documents', async (page) => {
      await page.locator('.item-name a').first().click();
      await page.getByRole('region', { name: 'Owner and review' }).getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('dialog').waitFor();
    }),
    usual('keys', '/settings/keys', table),
    usual('key-issue', '/settings/keys', async (page) => {
      await clicked('Issue a key')(page);
      await page.getByLabel('Limit it to certain scopes').check();
    }),
    usual('webhooks', '/settings/webhooks', table),
    usual('webhook', `/settings/webhooks/${webhook}`, table),
    usual('audit-log', '/settings/audit-log', table),
  ];
}
