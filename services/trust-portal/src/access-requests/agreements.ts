import {
  AppError,
  cleanName,
  deterministicId,
  emailAddress,
  invalid,
  isoTime,
  lengthOf,
  micros,
  newId,
  notFound,
  type Clock,
} from '@candor/runtime';
import { markdownMistake, markdownRefusal } from '../delivery/markdown-bounds.js';
import { markdownToText } from '../delivery/markdown.js';
import type { PdfWork } from '../documents/pdf-work.js';
import type { AccessRequestStore } from '../store/access-requests.js';
import type { VisitorSession } from '../store/access-tokens.js';
import type { Nda, NdaAcceptance, NdaStore } from '../store/ndas.js';
import type { PortalDocumentStore } from '../store/portal-documents.js';

export interface AgreementParts {
  ndas: NdaStore;
  requests: AccessRequestStore;
  documents: PortalDocumentStore;
  pdfs: PdfWork;
  clock: Clock;
  /** Called when emails are owed. */
  onDue: (organizationId: string) => void;
}

const MOST_NAME = 200;
const MOST_TEXT = 100_000;

/** The agreement of a trust portal: its text by version, and who accepted it by click. */
export class Agreements {
  constructor(private readonly parts: AgreementParts) {}

  /** Version 0 without a text when there never was one. */
  async inForce(organizationId: string): Promise<Nda> {
    const none = { organizationId, version: 0, text: '', copyTo: '', createdAt: 0 };
    return (await this.parts.ndas.newest(organizationId)) ?? none;
  }

  /** Puts a text in force; '' ends it, which nothing under NDA may need. The same text again changes nothing. */
  async set(organizationId: string, given: { text: string; copyTo: string }): Promise<Nda> {
    const { ndas, documents, clock } = this.parts;
    const text = given.text.trim();
    const copyTo = emailAddress(given.copyTo);
    if (lengthOf(text) > MOST_TEXT)
      throw invalid([{ path: 'text', message: `must have at most ${MOST_TEXT} characters.` }]);
    const mistake = markdownMistake(text);
    if (mistake !== undefined) throw invalid([{ path: 'text', message: markdownRefusal('text', mistake) }]);
    if (copyTo === undefined && (text !== '' || given.copyTo.trim() !== ''))
      throw invalid([{ path: 'copy_to', message: 'must be an email address.' }]);
    const before = await this.inForce(organizationId);
    if (before.text === text && before.copyTo === (copyTo ?? '')) return before;
    if (before.text === text && text !== '' && copyTo !== undefined) {
      // What people accepted is the text: another address for copies asks nobody again.
      await ndas.changeCopyTo(organizationId, before.version, copyTo);
      return { ...before, copyTo };
    }
    if (text === '' && (await documents.countOf(organizationId, 'nda')) > 0) {
      const message = 'Documents are handed out under NDA. Change who may have them first.';
      throw new AppError('conflict', 'nda_in_use', message);
    }
    const nda = { organizationId, version: before.version + 1, text, copyTo: copyTo ?? '', createdAt: micros(clock) };
    if (!(await ndas.insert(nda, newId()))) {
      throw new AppError('conflict', 'nda_changed', 'The agreement was changed meanwhile. Look at it, then try again.');
    }
    return nda;
  }

  /** What the visitor still has to accept; undefined when nothing. */
  async open(organizationId: string, { email }: VisitorSession): Promise<Nda | undefined> {
    const nda = await this.parts.ndas.inForce(organizationId);
    if (!nda || (await this.parts.ndas.hasAccepted(organizationId, email, nda.version))) return undefined;
    return nda;
  }

  /** Records the consent to the version that the visitor was shown; undefined when another one is in force by now. */
  async accept(
    organizationId: string,
    { email }: VisitorSession,
    given: { name: string; version: number; address: string },
  ): Promise<NdaAcceptance | undefined> {
    const { ndas, requests, clock, onDue } = this.parts;
    const name = cleanName(given.name);
    if (name === '' || lengthOf(name) > MOST_NAME) {
      throw invalid([{ path: 'name', message: 'Please write your full name.' }]);
    }
    const nda = await ndas.inForce(organizationId);
    if (nda?.version !== given.version) return undefined;
    const company = (await requests.newest(organizationId, email))?.company ?? '';
    const acceptance: NdaAcceptance = {
      id: deterministicId('nda-acceptance', organizationId, email, String(nda.version)),
      organizationId,
      email,
      name,
      company,
      version: nda.version,
      address: given.address,
      acceptedAt: micros(clock),
    };
    // Who clicks twice has accepted once.
    await ndas.accept(organizationId, acceptance);
    onDue(organizationId);
    return acceptance;
  }

  /** The record as a PDF. Throws `nda_acceptance_not_found`. */
  async record(organizationId: string, id: string): Promise<{ fileName: string; bytes: Uint8Array }> {
    const acceptance = await this.parts.ndas.acceptance(organizationId, id);
    const nda = acceptance && (await this.parts.ndas.find(organizationId, acceptance.version));
    if (!nda) throw notFound('nda_acceptance');
    return this.pdfOf(nda, acceptance);
  }

  async pdfOf(nda: Nda, acceptance: NdaAcceptance): Promise<{ fileName: string; bytes: Uint8Array }> {
    const text = { title: 'Non-disclosure agreement', record: recordLines(acceptance), text: markdownToText(nda.text) };
    const bytes = await this.parts.pdfs.nda(acceptance.organizationId, text, Math.floor(acceptance.acceptedAt / 1000));
    return { fileName: `nda-version-${nda.version}-${isoTime(acceptance.acceptedAt).slice(0, 10)}.pdf`, bytes };
  }
}

/** Who accepted what, when and from where, as the PDF and the email say it. */
export const recordLines = ({ name, email, company, version, address, acceptedAt }: NdaAcceptance): string[] => [
  `Accepted by: ${name}`,
  `Email address, proven by a link: ${email}`,
  ...(company === '' ? [] : [`Company: ${company}`]),
  `Version of the agreement: ${version}`,
  `Accepted at: ${isoTime(acceptedAt)} (UTC)`,
  `Network address: ${address === '' ? 'unknown' : address}`,
];
