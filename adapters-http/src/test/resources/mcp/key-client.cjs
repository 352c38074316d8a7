// Uses the protocol's own client with an API key, revokes the key, tries again, and prints the results as one line of JSON.
// node key-client.cjs <folder with node_modules> <address> <API key> <address of the key> <access token of its owner>
const { createRequire } = require("node:module");
const path = require("node:path");

const [folder, address, key, keyAddress, owner] = process.argv.slice(2);
const load = createRequire(path.join(folder, "package.json"));
const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = load("@modelcontextprotocol/sdk/client/streamableHttp.js");

async function connected() {
  const client = new Client({ name: "guildhall-test", version: "1.0.0" });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  return client;
}

const failure = (promise) =>
  promise.then(
    (result) => ({ result }),
    (error) => ({ code: error.code, message: error.message }),
  );

async function main() {
  const client = await connected();
  const call = () => client.callTool({ name: "builtin__double", arguments: { n: 21 } });
  const seen = { tools: (await client.listTools()).tools.map(({ name }) => name), doubled: await call() };
  seen.revoked = (await fetch(keyAddress, { method: "DELETE", headers: { Authorization: `Bearer ${owner}` } })).status;
  seen.refusedCall = await failure(call());
  seen.refusedList = await failure(client.listTools());
  seen.refusedConnection = await failure(connected());
  console.log(JSON.stringify(seen));
}

require("../run.cjs")(main);
