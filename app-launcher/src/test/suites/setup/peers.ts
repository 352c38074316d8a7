import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

export const MODEL_KEY = 'sk-of-the-walk';
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=';

/** A server on a free port of this machine. */
export class Peer {
  private constructor(readonly address: string, readonly close: () => void) {}

  static async of(listener: (address: string) => RequestListener): Promise<Peer> {
    const server = createServer();
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', listener(address));
    return new Peer(address, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}

async function bodyOf(request: IncomingMessage) {
  let text = '';
  for await (const part of request) text += part;
  return text ? JSON.parse(text) : undefined;
}

/** An MCP server of the protocol's own library with one tool, whose first icon is a script that calls itself a picture. */
export const weather = () => Peer.of(address => async (request, response) => {
  if (request.url === '/icon.png') {
    response.writeHead(200, { 'content-type': 'image/png' }).end('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    return;
  }
  const icons = [{ src: `${address}/icon.png`, mimeType: 'image/png', sizes: ['96x96'] }, { src: PICTURE, mimeType: 'image/gif' }];
  const server = new Server({ name: 'weather', version: '1.0.0', icons }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{
      name: 'forecast', description: 'The weather of tomorrow in a city.', annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    }],
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
    content: [{ type: 'text', text: `Snow in ${params.arguments?.city}` }],
  }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, await bodyOf(request));
});

/** What a server of models answers: it calls the forecast when it is offered and was not called yet, and else says what it said. */
function choice(asked: { tools?: { function: { name: string } }[]; messages: { role: string; content: unknown }[] }) {
  const last = asked.messages.at(-1)!;
  const tool = asked.tools?.find(one => one.function.name.includes('forecast'));
  if (last.role === 'tool') return { content: `The tool says: ${JSON.stringify(last.content)}` };
  if (!tool) return { content: 'Hello.' };
  return { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: tool.function.name, arguments: '{"city":"Oslo"}' } }] };
}

/** A server of models with OpenAI's protocol that answers to one key alone. */
export const models = () => Peer.of(() => async (request, response) => {
  const asked = await bodyOf(request);
  const head = { id: 'c', created: 1, model: 'walker' };
  if (request.headers.authorization !== `Bearer ${MODEL_KEY}`) {
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: 'no such key' } }));
    return;
  }
  const said = choice(asked);
  const finish_reason = said.tool_calls ? 'tool_calls' : 'stop';
  if (!asked.stream) {
    const message = { role: 'assistant', content: null, ...said };
    const whole = { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const part of [{ delta: { role: 'assistant', ...said }, finish_reason: null }, { delta: {}, finish_reason }])
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, ...part }] })}\n\n`);
  response.end('data: [DONE]\n\n');
});

/** An API, and the document that describes it. */
export const shop = () => Peer.of(() => (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":["lamp"]}');
});

export const shopDocument = (address: string) => `openapi: 3.1.0
info: { title: Shop, version: '1.0', description: What can be bought. }
servers: [{ url: ${address} }]
paths:
  /items:
    get:
      operationId: listItems
      summary: The items that can be bought
      responses: { '200': { description: The items. } }
  /items/{id}:
    delete:
      operationId: removeItem
      summary: Removes an item
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: It is removed. } }
`;
