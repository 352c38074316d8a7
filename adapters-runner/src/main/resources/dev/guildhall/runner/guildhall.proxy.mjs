// Runs in a container without a network: a forward proxy that passes requests to the target of the run to a socket file
// of the server, and refuses all others.
import http from 'node:http';
import net from 'node:net';

export function startProxy({ port, socket, host, targetPort }) {
  const agent = new http.Agent({ keepAlive: true });
  const refusal = 'the run may reach its target alone';
  const isTarget = url => url.hostname.toLowerCase() === host.toLowerCase() && Number(url.port || 80) === targetPort;
  const parsed = text => (URL.canParse(text) ? new URL(text) : undefined);

  const server = http.createServer((request, response) => {
    const url = parsed(request.url);
    if (!url || url.protocol !== 'http:' || !isTarget(url)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(refusal);
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
        socketPath: socket,
        agent: repeatable ? agent : false,
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
    const url = parsed(`http://${request.url}`);
    if (!url || !isTarget(url)) {
      client.end(`HTTP/1.1 403 Forbidden\r\ncontent-length: ${refusal.length}\r\nconnection: close\r\n\r\n${refusal}`);
      return;
    }
    const target = net.connect(socket, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      client.pipe(target).pipe(client);
    });
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
    client.on('close', () => target.destroy());
  });

  server.on('clientError', (error, client) => client.destroy());
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', resolve);
    server.unref();
  });
}
