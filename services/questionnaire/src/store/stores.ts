import { ensureIndexes, type Clock, type IndexDeclaration } from '@candor/runtime';
import type { Db } from 'mongodb';
import type { StageObserver } from '../measures.js';
import { ASKED_INDEXES, AskedQuestionStore } from './asked-questions.js';
import { BACKTEST_ANSWER_INDEXES, BacktestAnswerStore } from './backtest-answers.js';
import { BACKTEST_INDEXES, BACKTEST_PART_INDEXES, BacktestStore } from './backtests.js';
import { BATCH_INDEXES, BatchStore } from './batches.js';
import { CALIBRATION_INDEXES, CalibrationStore } from './calibrations.js';
import { CitedAnswerStore } from './cited-answers.js';
import { CLAIM_INDEXES, ClaimStore } from './claims.js';
import { DOCUMENT_VERSION_INDEXES, DocumentVersionStore, OLD_PASSAGE_INDEXES } from './document-versions.js';
import { DraftingTotalsStore } from './drafting-totals.js';
import { ERASURE_INDEXES, ErasureStore } from './erasures.js';
import { FILE_INDEXES, FileStore, GRID_INDEXES } from './files.js';
import { FINDING_INDEXES, FindingStore } from './findings.js';
import { FoundQuestionnaireStore } from './found-questionnaires.js';
import { InterviewQuestionStore } from './interview-questions.js';
import { FACT_INDEXES, INTERVIEW_INDEXES, InterviewStore } from './interviews.js';
import { KNOWLEDGE_DOCUMENT_INDEXES, KnowledgeDocumentStore } from './knowledge-files.js';
import { KnowledgeRevisions, PASSAGE_INDEXES } from './knowledge.js';
import { LEDGER_MARK_INDEX, LedgerMarks } from './ledger-marks.js';
import { LIBRARY_INDEXES, LibraryStore } from './library.js';
import { DIGEST_INDEX, OrderedQuestionnaireStore } from './ordered-questionnaires.js';
import { OutlineStore } from './outlines.js';
import { QuestionRewriteStore } from './question-rewrites.js';
import { REMEMBERED_INDEXES, RememberedCorrections } from './remembered-corrections.js';
import { FORM_PAGE_INDEXES, FormQuestionnaireStore } from './form-questionnaires.js';
import { PastKnowledge } from './past-knowledge.js';
import { ReplacedFileStore } from './replaced-files.js';
import { QUESTION_INDEXES, QuestionStore, SHEET_INDEXES } from './questions.js';
import { QUESTIONNAIRE_INDEXES, QuestionnaireStore } from './questionnaires.js';
import { ACCOUNT_INDEXES, AccountStore, LOG_INDEXES, LogStore } from './records.js';
import { SEARCH_INDEXES, SearchBlockStore } from './search-blocks.js';
import { STANDARD_ANSWER_INDEXES, STANDARD_RUN_INDEXES, StandardSetStore } from './standard-set.js';
import { TAG_INDEXES, TAGGING_INDEXES, TagStore } from './tags.js';
import { TOPIC_RULE_INDEXES, TopicRuleStore } from './topic-rules.js';

export interface Stores {
  questionnaires: QuestionnaireStore;
  questions: QuestionStore;
  asked: AskedQuestionStore;
  questionRewrites: QuestionRewriteStore;
  outlines: OutlineStore;
  remembered: RememberedCorrections;
  batches: BatchStore;
  backtests: BacktestStore;
  backtestAnswers: BacktestAnswerStore;
  calibrations: CalibrationStore;
  pastKnowledge: PastKnowledge;
  draftingTotals: DraftingTotalsStore;
  account: AccountStore;
  logs: LogStore;
  searchBlocks: SearchBlockStore;
  foundQuestionnaires: FoundQuestionnaireStore;
  orderedQuestionnaires: OrderedQuestionnaireStore;
  formQuestionnaires: FormQuestionnaireStore;
  replacedFiles: ReplacedFileStore;
  tags: TagStore;
  files: FileStore;
  library: LibraryStore;
  knowledgeDocuments: KnowledgeDocumentStore;
  documentVersions: DocumentVersionStore;
  revisions: KnowledgeRevisions;
  citedAnswers: CitedAnswerStore;
  claims: ClaimStore;
  findings: FindingStore;
  ledgerMarks: LedgerMarks;
  interviews: InterviewStore;
  interviewQuestions: InterviewQuestionStore;
  standardSet: StandardSetStore;
  topicRules: TopicRuleStore;
  erasures: ErasureStore;
}

/** Collection → the indexes that its repository declares. */
const INDEXES: Record<string, IndexDeclaration[]> = {
  questionnaires: [...QUESTIONNAIRE_INDEXES, DIGEST_INDEX, LEDGER_MARK_INDEX],
  questions: [...QUESTION_INDEXES, ...ASKED_INDEXES],
  sheets: SHEET_INDEXES,
  answer_batches: BATCH_INDEXES,
  backtests: BACKTEST_INDEXES,
  backtest_parts: BACKTEST_PART_INDEXES,
  backtest_answers: BACKTEST_ANSWER_INDEXES,
  calibrations: CALIBRATION_INDEXES,
  extraction_account: ACCOUNT_INDEXES,
  form_pages: FORM_PAGE_INDEXES,
  processing_logs: LOG_INDEXES,
  search_blocks: SEARCH_INDEXES,
  tags: TAG_INDEXES,
  taggings: TAGGING_INDEXES,
  file_owners: FILE_INDEXES,
  ...GRID_INDEXES,
  library_answers: LIBRARY_INDEXES,
  passages: PASSAGE_INDEXES,
  knowledge_documents: KNOWLEDGE_DOCUMENT_INDEXES,
  document_versions: DOCUMENT_VERSION_INDEXES,
  old_passages: OLD_PASSAGE_INDEXES,
  claims: CLAIM_INDEXES,
  claim_findings: FINDING_INDEXES,
  interviews: INTERVIEW_INDEXES,
  interview_facts: FACT_INDEXES,
  standard_runs: STANDARD_RUN_INDEXES,
  standard_answers: STANDARD_ANSWER_INDEXES,
  topic_rules: TOPIC_RULE_INDEXES,
  erasures: ERASURE_INDEXES,
  remembered_corrections: REMEMBERED_INDEXES,
};

/** Makes the indexes and opens every repository on one database. `filesDirectory`: see FileStore. */
export async function openStores(
  db: Db,
  clock: Clock,
  { observe, filesDirectory }: { observe?: StageObserver; filesDirectory?: string | undefined } = {},
): Promise<Stores> {
  await Promise.all(Object.entries(INDEXES).map(([collection, indexes]) => ensureIndexes(db, collection, indexes)));
  const revisions = new KnowledgeRevisions(db, clock);
  const files = new FileStore(db, clock, filesDirectory);
  const questionnaires = new QuestionnaireStore(db, clock, observe);
  return {
    questionnaires,
    foundQuestionnaires: new FoundQuestionnaireStore(db, questionnaires),
    orderedQuestionnaires: new OrderedQuestionnaireStore(db),
    formQuestionnaires: new FormQuestionnaireStore(db, clock),
    replacedFiles: new ReplacedFileStore(db, clock),
    questions: new QuestionStore(db),
    citedAnswers: new CitedAnswerStore(db),
    claims: new ClaimStore(db),
    findings: new FindingStore(db),
    ledgerMarks: new LedgerMarks(db),
    interviews: new InterviewStore(db),
    interviewQuestions: new InterviewQuestionStore(db),
    standardSet: new StandardSetStore(db, clock),
    topicRules: new TopicRuleStore(db),
    asked: new AskedQuestionStore(db, clock),
    questionRewrites: new QuestionRewriteStore(db),
    outlines: new OutlineStore(db),
    remembered: new RememberedCorrections(db),
    batches: new BatchStore(db, clock),
    backtests: new BacktestStore(db, clock),
    backtestAnswers: new BacktestAnswerStore(db),
    calibrations: new CalibrationStore(db),
    pastKnowledge: new PastKnowledge(db),
    draftingTotals: new DraftingTotalsStore(db),
    account: new AccountStore(db),
    logs: new LogStore(db, clock),
    searchBlocks: new SearchBlockStore(db),
    tags: new TagStore(db, clock),
    files,
    library: new LibraryStore(db, clock, revisions),
    knowledgeDocuments: new KnowledgeDocumentStore(db, clock),
    documentVersions: new DocumentVersionStore(db),
    revisions,
    erasures: new ErasureStore(db, clock, files),
  };
}
