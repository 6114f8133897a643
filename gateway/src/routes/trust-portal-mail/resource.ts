import { z } from 'zod';

export const mailState = z
  .object({
    has_server: z.boolean().meta({ description: 'Whether a mail server is configured; without one emails are kept' }),
    works: z
      .boolean()
      .meta({ description: 'Whether the mail server accepted the connection and the sign-in just now' }),
    reason: z.string().nullable().meta({ description: 'Why it does not; null: it does', example: null }),
    from: z.string().meta({ description: 'Sender of the emails', example: 'Trust <trust@harbor-metrics.example>' }),
    public_url: z
      .string()
      .meta({ description: 'Where links in emails lead', example: 'https://trust.harbor-metrics.example' }),
    links_are_local: z
      .boolean()
      .meta({ description: 'Whether that is the machine itself, so that no reader can open a link' }),
  })
  .meta({ id: 'MailState', description: 'Whether emails reach anybody, and where their links lead' });
export type MailState = z.infer<typeof mailState>;

export const testMail = z
  .object({
    state: z
      .enum(['delivered', 'kept', 'failed'])
      .meta({ description: 'delivered: a mail server took it; kept: it lies in the outbox for want of one' }),
    reason: z.string().nullable().meta({ description: 'Why it failed; null: it did not', example: null }),
  })
  .meta({ id: 'TestMail', description: 'What became of a test email' });
export type TestMail = z.infer<typeof testMail>;
