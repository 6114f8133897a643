import {
  KnowledgeServiceService,
  type KnowledgeDocument,
  type UploadDocumentRequest,
  type UploadVersionRequest,
} from '@candor/proto/candor/questionnaire/v1/knowledge';
import { until, type TestService } from '../questionnaire.fixture.js';

interface Sent {
  name?: string;
  /** Microseconds. */
  effectiveAt?: number;
}

/** Documents of one organization, uploaded and replaced as the gateway does it. */
export class TestDocuments {
  constructor(
    private readonly service: TestService,
    private readonly organizationId: string,
  ) {}

  async upload(text: string, { name = 'policy.md', effectiveAt }: Sent = {}): Promise<string> {
    const { knowledge } = this.service;
    const { stream, reply } = knowledge.clientStream(
      KnowledgeServiceService.uploadDocument,
      this.service.in(this.organizationId),
    );
    const send = (part: UploadDocumentRequest['part']): void => void stream.write({ part });
    send({ $case: 'file', value: { fileName: name, mimeType: '' } });
    send({ $case: 'chunk', value: Buffer.from(text) });
    send({ $case: 'done', value: { creationId: '', effectiveAt } });
    stream.end();
    const { id } = await reply;
    await this.read(id);
    return id;
  }

  async replace(id: string, text: string, { name = 'policy.md', effectiveAt }: Sent = {}): Promise<KnowledgeDocument> {
    const { knowledge } = this.service;
    const { stream, reply } = knowledge.clientStream(
      KnowledgeServiceService.uploadVersion,
      this.service.in(this.organizationId),
    );
    const send = (part: UploadVersionRequest['part']): void => void stream.write({ part });
    send({ $case: 'file', value: { fileName: name, mimeType: '' } });
    send({ $case: 'chunk', value: Buffer.from(text) });
    send({ $case: 'done', value: { id, creationId: '', effectiveAt } });
    stream.end();
    await reply;
    return this.read(id);
  }

  /** The document, when nothing of it is being read. */
  read(id: string): Promise<KnowledgeDocument> {
    const { knowledge } = this.service;
    return until(
      () => knowledge.unary(knowledge.stub.getDocument, { id }, this.service.in(this.organizationId)),
      ({ shouldPoll }) => !shouldPoll,
    );
  }

  date(id: string, dates: { effectiveAt?: number; expiresAt?: string }): Promise<KnowledgeDocument> {
    const { knowledge } = this.service;
    return knowledge.unary(knowledge.stub.updateDocument, { id, ...dates }, this.service.in(this.organizationId));
  }

  remove(id: string): Promise<unknown> {
    const { knowledge } = this.service;
    return knowledge.unary(knowledge.stub.deleteDocument, { id }, this.service.in(this.organizationId));
  }

  async ask(question: string): Promise<string> {
    const { knowledge } = this.service;
    return (await knowledge.unary(knowledge.stub.ask, { question }, this.service.in(this.organizationId))).answer;
  }
}
