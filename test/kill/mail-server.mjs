// A real SMTP server that remembers what it took, and a bare nodemailer pool to compare with.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';

/** Takes every mail, each after so many milliseconds; `next` gives those since the last call, with what they said. */
export async function startMailServer({ delayMs = 0, keepsText = false } = {}) {
  let mails = [];
  const totals = new Map();
  const begun = new Map();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, session, done) => {
      begun.set(session.id, Date.now());
      done();
    },
    onData: (stream, session, done) => {
      const pieces = [];
      const begunAt = begun.get(session.id);
      if (begunAt === undefined) throw new Error('a mail that was never begun');
      const [{ address: to }] = session.envelope.rcptTo;
      stream.on('data', (piece) => pieces.push(piece));
      stream.on('end', () => {
        const raw = Buffer.concat(pieces).toString('latin1');
        const messageId = /^Message-ID:\s*(\S+)/im.exec(raw)?.[1] ?? '';
        const take = () => {
          mails.push({ to, messageId, begunAt, at: Date.now(), ...(keepsText ? { raw } : {}) });
          totals.set(to, (totals.get(to) ?? 0) + 1);
          done();
        };
        if (delayMs === 0) take();
        else setTimeout(take, delayMs);
      });
    },
  });
  server.on('error', () => undefined); // Connections of killed processes.
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${server.server.address().port}`,
    count: () => mails.length,
    all: () => mails,
    everTo: (address) => totals.get(address) ?? 0,
    next: async () => {
      const taken = mails;
      mails = [];
      return taken;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Mails a second of a bare pool, in a process of its own, as Candor is one. */
export function barePool(url, count, pool) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), url, String(count), String(pool)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.once('exit', (code) => (code === 0 ? resolve(Number(output)) : reject(new Error(`bare pool: exit ${code}`))));
  });
}

/** The same mail as Candor's, without anything that decides about it or remembers it. */
async function sendBare(url, count, pool) {
  const transport = nodemailer.createTransport({ url, pool: true, maxConnections: pool, maxMessages: 1000 });
  const paragraph = 'We renewed our ISO 27001 certificate. '.repeat(20);
  const one = (i) => {
    const unsubscribe = `http://localhost:8080/portal/default/unsubscribe?token=${String(i).padStart(43, 'x')}`;
    return transport.sendMail({
      from: 'Candor <no-reply@localhost>',
      to: `bare${i}@example.com`,
      subject: 'Undisturbed',
      text: `Undisturbed\n\nWhat changed\n\n${paragraph}\n\n- Report (https://example.com/r)\n\n--\nUnsubscribe: ${unsubscribe}\n`,
      html: `<!doctype html><html><body><h1>Undisturbed</h1><h3>What changed</h3><p>${paragraph}</p><a href="${unsubscribe}">Unsubscribe</a></body></html>`,
      messageId: `<bare-${i}@localhost>`,
      headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
  };
  await Promise.all(Array.from({ length: pool }, (_, i) => one(i))); // Connections are up.
  const began = performance.now();
  let next = pool;
  const slot = async () => {
    while (next < count) await one(next++);
  };
  await Promise.all(Array.from({ length: pool }, slot));
  process.stdout.write(String(((count - pool) * 1000) / (performance.now() - began)));
  transport.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [url, count, pool] = process.argv.slice(2);
  await sendBare(url, Number(count), Number(pool));
}
