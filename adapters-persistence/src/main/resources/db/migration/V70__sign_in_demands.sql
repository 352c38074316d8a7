-- What a connection lacks, and when the tools of its integration were last imported with it.
ALTER TABLE connections ADD COLUMN missing_scopes text[] NOT NULL DEFAULT '{}';
ALTER TABLE connections ADD COLUMN imported_at timestamptz;
CREATE INDEX connections_that_imported ON connections (integration, imported_at DESC) WHERE imported_at IS NOT NULL;

-- Servers that asked for a sign-in which the operator has not configured.
CREATE TABLE sign_in_demands (
    integration       text PRIMARY KEY,
    server            text NOT NULL,
    resource_metadata text,
    scopes            text[] NOT NULL
);
