import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of a body that the answers below look at. */
type Asked = { id?: number; method?: string; params?: { name?: string } };

async function listening(server: Server) {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(request: IncomingMessage) {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: 'object', properties: {} }, annotations: { readOnlyHint: true } });

/** An MCP server over HTTP of the revision 2025-11-25, which wants a key. */
export class McpPeer {
  readonly tools = [tool('greet', 'Greets whoever asks.')];
  #server?: Server;

  async start(key: string) {
    this.#server = createServer(async (request, response) => {
      const { id, method } = JSON.parse((await bodyOf(request)) || '{}') as Asked;
      const answer = (status: number, json?: object) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(json && JSON.stringify({ jsonrpc: '2.0', id, ...json }));
      };
      if (request.headers.authorization !== `Bearer ${key}`) return answer(403);
      if (request.method !== 'POST') return answer(405);
      if (method === 'initialize') return answer(200, { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'peer', version: '1.0.0' } } });
      if (method === 'tools/list') return answer(200, { result: { tools: this.tools } });
      if (method === 'tools/call') return answer(200, { result: { content: [{ type: 'text', text: 'Hello from the peer.' }] } });
      return id === undefined ? answer(202) : answer(200, { error: { code: -32601, message: 'Method not found' } });
    });
    return `${await listening(this.#server)}/mcp`;
  }

  add(name: string, description: string) {
    this.tools.push(tool(name, description));
  }

  stop() {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }
}

/** An API that answers each request with its path. */
export async function api() {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ path: request.url }));
  });
  return { server, address: await listening(server) };
}

/** A receiver of webhooks: it keeps what it gets, and answers with its status. */
export class Receiver {
  readonly got: { type: string; id: string; signature: string }[] = [];
  status = 204;
  #server?: Server;

  async start() {
    this.#server = createServer(async (request, response) => {
      const { type } = JSON.parse(await bodyOf(request));
      this.got.push({ type, id: String(request.headers['webhook-id']), signature: String(request.headers['webhook-signature']) });
      response.writeHead(this.status);
      response.end();
    });
    return `${await listening(this.#server)}/hook`;
  }

  stop() {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }
}
