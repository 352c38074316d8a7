import { createServer, type Server } from 'node:net';

/** A mail server of this machine, which keeps the mails that it gets. */
export class Mailbox {
  readonly #mails: { to: string; text: string }[] = [];
  #server!: Server;

  /** Listens on a free port, whose address it returns. */
  async listen(): Promise<string> {
    this.#server = createServer(socket => {
      let waiting = '';
      let mail: { to: string; text: string } | undefined;
      let isBody = false;
      socket.setEncoding('utf8').write('220 mailbox\r\n');
      socket.on('error', () => {});
      socket.on('data', (data: string) => {
        const lines = (waiting + data).split('\r\n');
        waiting = lines.pop()!;
        for (const line of lines) {
          if (isBody && line === '.') {
            isBody = false;
            this.#mails.push(mail!);
            socket.write('250 kept\r\n');
          } else if (isBody) {
            mail!.text += `${line}\n`;
          } else if (/^RCPT/i.test(line)) {
            mail = { to: /<(.*)>/.exec(line)![1], text: '' };
            socket.write('250 ok\r\n');
          } else if (/^DATA/i.test(line)) {
            isBody = true;
            socket.write('354 go on\r\n');
          } else if (/^QUIT/i.test(line)) {
            socket.end('221 bye\r\n');
          } else {
            socket.write('250 ok\r\n');
          }
        }
      });
    });
    await new Promise<void>(listening => this.#server.listen(0, '127.0.0.1', listening));
    const address = this.#server.address();
    if (!address || typeof address === 'string') throw new Error('no port');
    return `smtp://127.0.0.1:${address.port}`;
  }

  /** The path of the link in the first mail to that address that has a link to that page; undefined while there is none. */
  link(to: string, page: string): string | undefined {
    for (const mail of this.#mails) {
      const found = mail.to === to ? new RegExp(`(/${page}#\\S+)`).exec(mail.text.replace(/=\n/g, '')) : null;
      if (found) return found[1];
    }
    return undefined;
  }

  close() {
    this.#server.close();
  }
}
