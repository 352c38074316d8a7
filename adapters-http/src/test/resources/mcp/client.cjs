// Uses the protocol's own client on a server and prints what it got, as one line of JSON.
// node client.cjs <folder with node_modules> <address> <access token>; a line on its input ends the call that waits.
const { createRequire } = require("node:module");
const path = require("node:path");
const readline = require("node:readline");

const [folder, address, token] = process.argv.slice(2);
const load = createRequire(path.join(folder, "package.json"));
const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = load("@modelcontextprotocol/sdk/client/streamableHttp.js");

const errors = [];

async function connect(bearer) {
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: { Authorization: `Bearer ${bearer}` } },
  });
  const client = new Client({ name: "guildhall-test", version: "1.0.0" });
  client.onerror = (error) => errors.push(String(error));
  await client.connect(transport);
  return { client, transport };
}

const outcome = (promise) =>
  promise.then(
    (result) => ({ result }),
    (error) => ({ error: { code: error.code, message: error.message } }),
  );

async function allTools(client) {
  const pages = [];
  let cursor;
  do {
    const page = await client.listTools({ cursor });
    pages.push(page.tools);
    cursor = page.nextCursor;
  } while (cursor);
  return pages;
}

async function main() {
  const seen = {};
  const { client, transport } = await connect(token);
  seen.server = client.getServerVersion().name;
  seen.capabilities = client.getServerCapabilities();
  seen.instructions = client.getInstructions();
  seen.revision = transport.protocolVersion;
  seen.session = transport.sessionId;
  seen.ping = await client.ping();
  seen.pages = await allTools(client);
  const call = (name, args) => outcome(client.callTool({ name, arguments: args }));
  seen.success = await call("builtin__double", { n: 21 });
  seen.dotted = await call("builtin.double", { n: 21 });
  seen.failure = await call("builtin__fail", {});
  seen.misfit = await call("builtin__double", { m: 1 });
  seen.unconnected = await call("acme__tool-000", { n: 1 });
  seen.unknown = await call("acme__nothing", {});
  seen.together = (await Promise.all([...Array(20).keys()].map((n) => call("builtin__double", { n })))).map(
    (one) => one.result.structuredContent.result,
  );
  seen.resources = await outcome(client.listResources());

  const input = readline.createInterface({ input: process.stdin });
  const leaving = new AbortController();
  input.once("line", () => leaving.abort("enough"));
  seen.cancelled = await outcome(
    client.callTool({ name: "builtin__wait", arguments: {} }, undefined, { signal: leaving.signal }),
  );
  input.close();

  await transport.terminateSession();
  await client.close();
  // What was wrong until here; a client without a good token is wrong on purpose.
  seen.errors = [...errors];
  seen.stranger = await outcome(connect("nonsense"));
  console.log(JSON.stringify(seen));
}

require("../run.cjs")(main);
