-- Integrations that users add while the server runs; the owner of shared ones is the empty text. The row of
-- integration_changes is locked by each change.
CREATE TABLE integrations (
    owner text NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    kind text NOT NULL,
    display_name text NOT NULL,
    description text NOT NULL,
    url text,
    document text,
    base_url text,
    sealed_headers text,
    client_id text,
    sealed_client_secret text,
    scopes text[] NOT NULL,
    sampling boolean NOT NULL,
    demand_server text,
    demand_metadata text,
    demand_scopes text[] NOT NULL,
    imported_at timestamptz,
    checked_at timestamptz,
    error text,
    tool_count integer NOT NULL,
    left_out json NOT NULL,
    PRIMARY KEY (owner, name)
);
CREATE INDEX integrations_by_name ON integrations (name);

CREATE TABLE integration_changes (
    id integer PRIMARY KEY CHECK (id = 1),
    revision bigint NOT NULL
);
INSERT INTO integration_changes VALUES (1, 0);

-- Whether an integration offers the tool: with a registrant it is a private one.
ALTER TABLE tools ADD COLUMN imported boolean NOT NULL DEFAULT false;
UPDATE tools SET imported = true WHERE registrant IS NULL;
CREATE INDEX tools_imported_privately ON tools (registrant, integration) WHERE imported AND registrant IS NOT NULL;
CREATE INDEX connections_by_integration ON connections (integration);
