import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DemoInMemoryAuthProvider } from '@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import { getOAuthProtectedResourceMetadataUrl, mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import express from 'express';

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

/** The server that the authors of the protocol publish, as a process of its own. */
export async function everything() {
  const free = await Peer.of(() => () => {});
  const { port } = new URL(free.address);
  free.close();
  const script = join(__dirname, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js');
  const running = spawn(process.execPath, [script, 'streamableHttp'], { env: { ...process.env, PORT: port }, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  await new Promise<void>((ready, failed) => {
    running.stderr.on('data', (part: Buffer) => (printed += part).includes('listening') && ready());
    running.on('exit', () => failed(new Error(`the server has ended: ${printed}`)));
  });
  return { address: `http://127.0.0.1:${port}`, close: () => void running.kill() };
}

/** An MCP server that wants a token, and its authorization server, which asks its visitor; both are of the protocol's own library. */
export const guarded = () => Peer.of(address => {
  const provider = new DemoInMemoryAuthProvider();
  const allow = provider.authorize.bind(provider);
  provider.authorize = async (client, params, response) => {
    const { req: { originalUrl } } = response;
    if (originalUrl.endsWith('&allowed')) return allow(client, params, response);
    response.send(`<h1>Vault</h1><p>May ${client.client_name} read the vault?</p><a href="${originalUrl.replaceAll('&', '&amp;')}&amp;allowed">Allow</a>`);
  };
  const resource = new URL(`${address}/mcp`);
  const app = express();
  app.use(mcpAuthRouter({ provider, issuerUrl: new URL(address), resourceServerUrl: resource, scopesSupported: ['vault:read'] }));
  app.use('/mcp', requireBearerAuth({ verifier: provider, resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource) }));
  app.post('/mcp', async (request, response) => {
    const server = new McpServer({ name: 'vault', version: '1.0.0' });
    server.registerTool('open', { description: 'Opens the vault.' }, () => ({ content: [{ type: 'text', text: 'It is empty.' }] }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.on('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
  });
  return app;
});

/** The tools that questions with these words need, and what they are called with. */
const CALLS = [
  ['sum', /get.sum/, { a: 2, b: 40 }],
  ['comments', /get.comments/, { file_key: 'k4y' }],
] as const;

type Message = { role: string; content: unknown };

/** What a server of models answers: it calls the tool that the question needs if it was not called yet, and else says what that said. */
function choice({ tools, messages }: { tools?: { function: { name: string } }[]; messages: Message[] }) {
  const last = messages.at(-1)!;
  if (last.role === 'tool') return { content: `The tool says: ${JSON.stringify(last.content)}` };
  const [, name, parameters] = CALLS.find(([word]) => JSON.stringify(last.content).includes(word)) ?? [];
  const tool = tools?.find(one => name?.test(one.function.name));
  if (!tool) return { content: 'Hello.' };
  return { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: tool.function.name, arguments: JSON.stringify(parameters) } }] };
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

export const FIGMA_TOKEN = 'figd-of-the-walk';

/** Plays the part of Figma's API that lists the comments of a file. */
export const figma = () => Peer.of(() => (request, response) => {
  const isKnown = request.headers['x-figma-token'] === FIGMA_TOKEN;
  const isComments = request.method === 'GET' && /^\/v1\/files\/k4y\/comments\b/.test(request.url!);
  response.writeHead(isKnown ? (isComments ? 200 : 404) : 403, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isKnown && isComments ? { comments: [{ id: '1', message: 'A larger logo, please.' }] } : { status: 403, err: 'Invalid token' }));
});

/** The document of that API as its owner publishes it. */
export const figmaDocument = () => readFileSync(join(__dirname, 'node_modules', '@figma', 'rest-api-spec', 'openapi', 'openapi.yaml'), 'utf8');
