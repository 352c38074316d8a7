// Signs in with the protocol's own OAuth client, lists and calls tools, and prints what it got, as one line of JSON.
// node oauth-client.cjs <folder with node_modules> <public origin> <origin that it stands for> <cookie of the user's browser>
const { createRequire } = require("node:module");
const path = require("node:path");

const [folder, publicOrigin, origin, cookie] = process.argv.slice(2);
const load = createRequire(path.join(folder, "package.json"));
const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = load("@modelcontextprotocol/sdk/client/streamableHttp.js");

const requests = [];
const local = (url, options) => {
  const target = String(url).replace(publicOrigin, origin);
  requests.push(`${options?.method ?? "GET"} ${new URL(target).pathname}`);
  return fetch(target, options);
};

const saved = {};
const provider = {
  redirectUrl: "http://127.0.0.1:7777/callback",
  clientMetadata: { client_name: "SDK client", redirect_uris: ["http://127.0.0.1:7777/callback"], token_endpoint_auth_method: "none" },
  state: () => "state-of-the-client",
  clientInformation: () => saved.client,
  saveClientInformation: (client) => void (saved.client = client),
  tokens: () => saved.tokens,
  saveTokens: (tokens) => void (saved.tokens = tokens),
  saveCodeVerifier: (verifier) => void (saved.verifier = verifier),
  codeVerifier: () => saved.verifier,
  async redirectToAuthorization(url) {
    const body = JSON.stringify({ request: url.search.slice(1), approved: true });
    const response = await fetch(`${origin}/api/oauth/consent`, { method: "POST", headers: { Cookie: cookie, "Content-Type": "application/json" }, body });
    saved.returned = (await response.json()).redirectTo;
  },
};

const transport = () => new StreamableHTTPClientTransport(new URL(`${publicOrigin}/mcp`), { authProvider: provider, fetch: local });

async function connected() {
  const client = new Client({ name: "guildhall-test", version: "1.0.0" });
  await client.connect(transport());
  return client;
}

async function main() {
  try {
    await connected();
  } catch (error) {
    if (error.constructor.name !== "UnauthorizedError") throw error;
  }
  const returned = new URL(saved.returned);
  await transport().finishAuth(returned.searchParams.get("code"));
  const client = await connected();
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  const first = saved.tokens;
  saved.tokens = { ...first, access_token: "expired" };
  const doubled = await (await connected()).callTool({ name: "builtin__double", arguments: { n: 21 } });
  const isNew = saved.tokens.refresh_token !== first.refresh_token;
  console.log(JSON.stringify({ client: saved.client, returned, tools, doubled, isNew, token: first.access_token, requests }));
}

require("../run.cjs")(main);
