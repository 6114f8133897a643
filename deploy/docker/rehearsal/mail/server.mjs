// Stands in for the mail catcher: takes every mail on port 1025 and lists them, as Mailpit does, at :8025/api/v1/messages.
import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';

const messages = [];
new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    const pieces = [];
    stream.on('data', (piece) => pieces.push(piece));
    stream.on('end', () => {
      const text = Buffer.concat(pieces)
        .toString()
        .replace(/\r\n[ \t]+/g, ' ');
      messages.push({
        To: envelope.rcptTo.map(({ address }) => ({ Address: address })),
        Subject: /^Subject: (.*)$/im.exec(text)?.[1]?.trim() ?? '',
      });
      done();
    });
  },
}).listen(1025);
createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ total: messages.length, messages }));
}).listen(8025);
