-- Addresses that the server sends requests to when something has happened. events: names such as task.completed, or task.*.
-- failing_since: the first failed try since the last one that succeeded.
CREATE TABLE webhooks (
    id            text PRIMARY KEY,
    owner         text NOT NULL,
    key_id        text REFERENCES api_keys (id) ON DELETE CASCADE,
    counts_for    text,
    url           text NOT NULL,
    events        text[] NOT NULL,
    sealed_secret text NOT NULL,
    created_at    timestamptz NOT NULL,
    failing_since timestamptz,
    disabled_at   timestamptz
);
CREATE INDEX webhooks_of_owner ON webhooks (owner, id);
CREATE INDEX webhooks_of_key ON webhooks (key_id) WHERE key_id IS NOT NULL;
CREATE INDEX webhooks_counted_for ON webhooks (counts_for) WHERE counts_for IS NOT NULL;

-- Events for one webhook each, written by the statements of the transitions. There is no reference to the webhook: its removal
-- must not make such a statement fail. due_at: when the delivery is tried next, or its claim ends; null when it has ended.
-- tries: those of the present series. claims: how often a node has claimed it. attempts: objects of JSON with commas between.
CREATE TABLE webhook_deliveries (
    id         text PRIMARY KEY,
    webhook_id text NOT NULL,
    owner      text NOT NULL,
    event      text NOT NULL,
    subject    text NOT NULL,
    created_at timestamptz NOT NULL,
    due_at     timestamptz,
    delivered  boolean NOT NULL DEFAULT false,
    tries      integer NOT NULL DEFAULT 0,
    claims     integer NOT NULL DEFAULT 0,
    attempts   text NOT NULL DEFAULT ''
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_of_owner ON webhook_deliveries (owner);
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries (created_at);
