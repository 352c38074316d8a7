// A forward proxy in the process of the tests. The server decides which addresses the run may reach: each connection goes
// to the server, which connects to the address, or refuses it.
import http from 'node:http';
import net from 'node:net';

const refused = new Set();

// The log of the run says it once for each address; the request fails.
function noteRefused(address) {
  if (refused.size < 100 && !refused.has(address)) {
    refused.add(address);
    console.error(`The run may not reach ${address} (GUILDHALL_RUN_TARGETS).`);
  }
}

export function startProxy({ token, relay }) {
  const connect = (host, port) =>
    new Promise((resolve, reject) => {
      const socket = net.connect(relay);
      const fail = error => {
        socket.destroy();
        reject(error ?? new Error('unreachable'));
      };
      const closed = () => fail();
      const first = () => {
        const answer = socket.read(1);
        if (!answer) return;
        socket.off('readable', first).off('error', fail).off('close', closed);
        if (answer.toString() === '+') {
          resolve(socket);
        } else {
          noteRefused(`${host}:${port}`);
          fail();
        }
      };
      socket.on('readable', first).on('error', fail).on('close', closed);
      socket.write(`${token} ${host} ${port}\n`);
    });

  class RelayAgent extends http.Agent {
    createConnection({ host, port }, callback) {
      connect(host, port).then(socket => callback(null, socket), callback);
    }
  }

  const keeping = new RelayAgent({ keepAlive: true });
  const once = new RelayAgent({ keepAlive: false });
  const parsed = text => (URL.canParse(text) ? new URL(text) : undefined);
  const hostOf = url => url.hostname.replace(/^\[|\]$/g, '');

  const server = http.createServer((request, response) => {
    const url = parsed(request.url);
    if (!url || url.protocol !== 'http:') {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('a proxy for http and CONNECT');
      return;
    }
    const headers = request.rawHeaders.flatMap((name, i, all) =>
      i % 2 || /^proxy-/i.test(name) ? [] : [name, all[i + 1]],
    );
    const path = request.url.replace(/^http:\/\/[^/?#]*/i, '');
    const repeatable = request.method === 'GET' || request.method === 'HEAD';
    let sent;
    response.on('close', () => sent?.destroy());
    const send = () => {
      sent = http.request({
        host: hostOf(url),
        port: Number(url.port || 80),
        agent: repeatable ? keeping : once,
        method: request.method,
        path: path.startsWith('/') ? path : `/${path}`,
        headers,
        setHost: false,
      });
      const own = sent;
      own.on('response', answer => {
        response.writeHead(answer.statusCode, answer.statusMessage, answer.rawHeaders);
        answer.on('error', () => response.destroy());
        answer.pipe(response);
      });
      own.on('error', error => {
        // The target has just closed an idle connection.
        if (repeatable && own.reusedSocket && error.code === 'ECONNRESET' && !response.headersSent) send();
        else response.destroy();
      });
      if (repeatable) own.end();
      else request.pipe(own);
    };
    send();
  });

  server.on('connect', (request, client, head) => {
    let target;
    client.on('error', () => target?.destroy());
    client.on('close', () => target?.destroy());
    const url = parsed(`http://${request.url}`);
    if (!url) {
      client.destroy();
      return;
    }
    // Some clients take an error status of the proxy for the answer of the address.
    connect(hostOf(url), Number(url.port || 80)).then(
      socket => {
        target = socket;
        target.on('error', () => client.destroy());
        if (client.destroyed) {
          target.destroy();
          return;
        }
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        target.write(head);
        client.pipe(target).pipe(client);
      },
      () => client.destroy(),
    );
  });

  server.on('clientError', (error, client) => client.destroy());
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
    server.unref();
  });
}
