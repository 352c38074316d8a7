-- OAuth clients that have registered, codes that users' consents have issued, and sessions that belong to a client.
CREATE TABLE oauth_clients (
    id            text PRIMARY KEY,
    name          text NOT NULL,
    redirects     text[] NOT NULL,
    registered_at timestamptz NOT NULL,
    connected_at  timestamptz
);
CREATE INDEX oauth_clients_by_use ON oauth_clients ((connected_at IS NOT NULL), (coalesce(connected_at, registered_at)));

-- A code itself is nowhere, only its hash. A used one stays until the sweep, so that a second use is noticed.
CREATE TABLE authorized_codes (
    hash        text PRIMARY KEY,
    session_id  text NOT NULL,
    user_id     text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id   text NOT NULL,
    client_name text NOT NULL,
    redirect    text NOT NULL,
    challenge   text NOT NULL,
    expires_at  timestamptz NOT NULL,
    taken       boolean NOT NULL DEFAULT false
);
CREATE INDEX authorized_codes_of_user ON authorized_codes (user_id);
CREATE INDEX authorized_codes_by_expiry ON authorized_codes (expires_at);

ALTER TABLE sessions ADD COLUMN client_id text;
ALTER TABLE sessions ADD COLUMN client_name text;
