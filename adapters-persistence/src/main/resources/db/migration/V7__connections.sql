-- What users are connected to. A key is sealed as the credential; of tokens both are, each by itself.
CREATE TABLE connections (
    user_id              text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    integration          text NOT NULL,
    kind                 text NOT NULL,
    sealed_credential    text NOT NULL,
    sealed_refresh_token text,
    expires_at           timestamptz,
    granted_scopes       text[] NOT NULL,
    connected_at         timestamptz NOT NULL,
    revision             integer NOT NULL,
    refresh_lease_until  timestamptz,
    PRIMARY KEY (user_id, integration),
    CONSTRAINT connections_kind CHECK (
        kind = 'oauth' OR (kind = 'api_key' AND sealed_refresh_token IS NULL AND expires_at IS NULL))
);

-- Connections that wait for the browser to come back. The state itself is nowhere, only its hash.
CREATE TABLE consents (
    state_hash      text PRIMARY KEY,
    user_id         text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    integration     text NOT NULL,
    redirect_uri    text NOT NULL,
    scopes          text[] NOT NULL,
    sealed_verifier text NOT NULL,
    expires_at      timestamptz NOT NULL
);
CREATE INDEX consents_of_user ON consents (user_id, expires_at);
CREATE INDEX consents_by_expiry ON consents (expires_at);
