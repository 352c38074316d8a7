-- The default lets a node of the version before go on registering people while this one is already running.
ALTER TABLE users ADD COLUMN email_verified boolean NOT NULL DEFAULT false;

CREATE TABLE identities (
    id        text PRIMARY KEY,
    user_id   text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider  text NOT NULL,
    issuer    text NOT NULL,
    subject   text NOT NULL,
    linked_at timestamptz NOT NULL,
    CONSTRAINT identities_issuer_subject_unique UNIQUE (issuer, subject)
);
CREATE INDEX identities_of_user ON identities (user_id, linked_at, id);

-- Sign-ins that wait for the browser to come back. The state itself is nowhere, only its hash.
CREATE TABLE oauth_states (
    hash            text PRIMARY KEY,
    provider        text NOT NULL,
    redirect_uri    text NOT NULL,
    sealed_verifier text NOT NULL,
    nonce           text NOT NULL,
    expires_at      timestamptz NOT NULL
);
CREATE INDEX oauth_states_by_expiry ON oauth_states (expires_at);
