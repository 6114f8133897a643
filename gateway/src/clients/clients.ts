import type { Dependency } from '@candor/runtime';
import { AgentsClient } from './agents.js';
import { ApiKeysClient } from './api-keys.js';
import { AskedClient } from './asked.js';
import { AuditLogClient } from './audit-log.js';
import { CorrectionsClient } from './corrections.js';
import { DirectoryClient } from './directory.js';
import { InsightsClient } from './insights.js';
import { KnowledgeClient } from './knowledge.js';
import { BacktestsClient } from './backtests.js';
import { CalibrationClient } from './calibration.js';
import { InterviewsClient } from './interviews.js';
import { DocumentVersionsClient } from './document-versions.js';
import { StandardSetClient } from './standard-set.js';
import { TopicsClient } from './topics.js';
import { LedgerClient } from './ledger.js';
import { InvitationsClient } from './invitations.js';
import { OidcClient } from './oidc.js';
import { NotificationsClient } from './notifications.js';
import { PortalAccessClient } from './portal-access.js';
import { PortalDocumentsClient } from './portal-documents.js';
import { QuestionnaireClient } from './questionnaire.js';
import { PortalPageClient } from './portal-page.js';
import { ReviewClient } from './review.js';
import { SignInClient } from './sign-in.js';
import { ScimClient } from './scim.js';
import { SlackClient } from './slack.js';
import { SubscribersClient } from './subscribers.js';
import { TenantClient } from './tenant.js';
import { TrustPortalClient } from './trust-portal.js';
import { WebhooksClient } from './webhooks.js';

/** gRPC addresses (host:port) of the services. */
export interface ServiceAddresses {
  tenant: string;
  questionnaire: string;
  trustPortal: string;
  insights: string;
}

export interface Clients {
  tenant: TenantClient;
  apiKeys: ApiKeysClient;
  agents: AgentsClient;
  signIn: SignInClient;
  directory: DirectoryClient;
  auditLog: AuditLogClient;
  invitations: InvitationsClient;
  oidc: OidcClient;
  scim: ScimClient;
  webhooks: WebhooksClient;
  notifications: NotificationsClient;
  questionnaire: QuestionnaireClient;
  corrections: CorrectionsClient;
  knowledge: KnowledgeClient;
  review: ReviewClient;
  asked: AskedClient;
  ledger: LedgerClient;
  backtests: BacktestsClient;
  calibration: CalibrationClient;
  interviews: InterviewsClient;
  standardSet: StandardSetClient;
  topics: TopicsClient;
  documentVersions: DocumentVersionsClient;
  trustPortal: TrustPortalClient;
  subscribers: SubscribersClient;
  portalPage: PortalPageClient;
  portalDocuments: PortalDocumentsClient;
  portalAccess: PortalAccessClient;
  insights: InsightsClient;
  slack: SlackClient;
}

/** Opens no connection yet: each is made with its first call, and made again when it is lost. */
export function createClients(addresses: ServiceAddresses, token: string): Clients {
  return {
    // The tenant service also serves keys, people, the audit log, webhooks and notifications.
    tenant: new TenantClient(addresses.tenant, token),
    apiKeys: new ApiKeysClient(addresses.tenant, token),
    agents: new AgentsClient(addresses.tenant, token),
    signIn: new SignInClient(addresses.tenant, token),
    directory: new DirectoryClient(addresses.tenant, token),
    auditLog: new AuditLogClient(addresses.tenant, token),
    invitations: new InvitationsClient(addresses.tenant, token),
    oidc: new OidcClient(addresses.tenant, token),
    scim: new ScimClient(addresses.tenant, token),
    webhooks: new WebhooksClient(addresses.tenant, token),
    notifications: new NotificationsClient(addresses.tenant, token),
    questionnaire: new QuestionnaireClient(addresses.questionnaire, token),
    // The questionnaire service also serves corrections, what the organization knows, and the review.
    corrections: new CorrectionsClient(addresses.questionnaire, token),
    knowledge: new KnowledgeClient(addresses.questionnaire, token),
    review: new ReviewClient(addresses.questionnaire, token),
    asked: new AskedClient(addresses.questionnaire, token),
    ledger: new LedgerClient(addresses.questionnaire, token),
    backtests: new BacktestsClient(addresses.questionnaire, token),
    calibration: new CalibrationClient(addresses.questionnaire, token),
    interviews: new InterviewsClient(addresses.questionnaire, token),
    standardSet: new StandardSetClient(addresses.questionnaire, token),
    topics: new TopicsClient(addresses.questionnaire, token),
    documentVersions: new DocumentVersionsClient(addresses.questionnaire, token),
    trustPortal: new TrustPortalClient(addresses.trustPortal, token),
    subscribers: new SubscribersClient(addresses.trustPortal, token),
    portalPage: new PortalPageClient(addresses.trustPortal, token),
    portalDocuments: new PortalDocumentsClient(addresses.trustPortal, token),
    portalAccess: new PortalAccessClient(addresses.trustPortal, token),
    insights: new InsightsClient(addresses.insights, token),
    // The insights service also serves Slack.
    slack: new SlackClient(addresses.insights, token),
  };
}

const REACH_MS = 1500;

export const dependenciesOf = ({ tenant, questionnaire, trustPortal, insights }: Clients): Dependency[] => [
  { name: 'tenant', check: () => tenant.reachable(REACH_MS) },
  { name: 'questionnaire', check: () => questionnaire.reachable(REACH_MS) },
  { name: 'trust-portal', check: () => trustPortal.reachable(REACH_MS) },
  { name: 'insights', check: () => insights.reachable(REACH_MS) },
];

export function closeClients(clients: Clients): void {
  for (const client of Object.values(clients) as { close(): void }[]) client.close();
}
