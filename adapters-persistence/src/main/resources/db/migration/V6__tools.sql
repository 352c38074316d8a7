-- One row for each version of each tool. What is built in or imported has no registrant.
CREATE TABLE tools (
    id              text PRIMARY KEY,
    registrant      text REFERENCES users (id) ON DELETE CASCADE,
    name            text NOT NULL,
    version         text NOT NULL,
    -- Its order, character by character, is the order of versions.
    version_key     text COLLATE "C" NOT NULL,
    integration     text NOT NULL,
    description     text NOT NULL,
    -- Name and description in lower case, as the server's own language does it, whatever the database's locale.
    search_text     text NOT NULL,
    -- json, not jsonb: the order of parameters is kept.
    parameters      json NOT NULL,
    input_schema    json,
    required_scopes text[] NOT NULL,
    visibility      text NOT NULL,
    source          text NOT NULL,
    status          text NOT NULL,
    created_at      timestamptz NOT NULL,
    deprecated_at   timestamptz,
    deprecated_by   text,
    -- When anything of the row was written last, by the database's clock.
    changed_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    embedding       bytea,
    embedding_model text,
    CHECK ((embedding IS NULL) = (embedding_model IS NULL))
);
CREATE UNIQUE INDEX tools_version_unique ON tools (coalesce(registrant, ''), name, version);
CREATE INDEX tools_of_registrant ON tools (registrant, id);
CREATE INDEX tools_imported ON tools (integration) WHERE registrant IS NULL;
CREATE INDEX tools_shared ON tools (visibility, id);
CREATE INDEX tools_by_change ON tools (changed_at);
CREATE INDEX tools_by_model ON tools (embedding_model, id);

-- Queries after which their author executed a tool with success.
CREATE TABLE learnt_queries (
    user_id   text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tool_name text NOT NULL,
    query     text NOT NULL,
    learnt_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, tool_name, query)
);
CREATE INDEX learnt_queries_by_age ON learnt_queries (user_id, learnt_at);

CREATE TABLE tool_executions (
    id                text PRIMARY KEY,
    tool_id           text NOT NULL,
    tool_name         text NOT NULL,
    user_id           text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    agent_id          text,
    task_id           text,
    parameters        json NOT NULL,
    parameters_digest text NOT NULL,
    started_at        timestamptz NOT NULL,
    status            text NOT NULL,
    failure_kind      text,
    failure_message   text,
    duration_ms       bigint
);
CREATE INDEX tool_executions_of_tool ON tool_executions (user_id, tool_id, id);
CREATE INDEX tool_executions_running ON tool_executions (started_at) WHERE status = 'running';
CREATE INDEX tool_executions_by_age ON tool_executions (started_at);

-- Requests that are to happen once, of all services.
CREATE TABLE idempotency_keys (
    user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    operation  text NOT NULL,
    key        text NOT NULL,
    digest     text NOT NULL,
    reference  text NOT NULL,
    claimed_at timestamptz NOT NULL,
    answer     json,
    PRIMARY KEY (user_id, operation, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at);
