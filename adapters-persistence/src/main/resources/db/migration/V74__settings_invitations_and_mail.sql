-- What admins have changed of the installation's settings: one row at most.
CREATE TABLE settings (
    id text PRIMARY KEY CHECK (id = 'only'),
    registration text,
    public_url text,
    sealed_smtp text,
    mail_from text,
    require_second_factor text,
    default_model text,
    chat_days integer
);

-- A used or revoked invitation is not open. Each group is its id, a space and the role in it.
CREATE TABLE invitations (
    id text PRIMARY KEY,
    hash text NOT NULL UNIQUE,
    email text,
    roles text[] NOT NULL,
    groups text[] NOT NULL,
    inviter text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    is_open boolean NOT NULL
);
CREATE INDEX invitations_of_inviter ON invitations (inviter, created_at);
CREATE INDEX invitations_by_creation ON invitations (created_at);
CREATE INDEX invitations_open ON invitations (id, expires_at) WHERE is_open;

-- Tokens of mailed links.
CREATE TABLE account_tokens (
    hash text PRIMARY KEY,
    kind text NOT NULL,
    user_id text NOT NULL,
    email text NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX account_tokens_of_user ON account_tokens (user_id);
CREATE INDEX account_tokens_by_expiry ON account_tokens (expires_at);

-- Mail that waits to be sent.
CREATE TABLE mails (
    id text PRIMARY KEY,
    kind text NOT NULL,
    receiver text NOT NULL,
    sealed_secret text,
    created_at timestamptz NOT NULL,
    attempts integer NOT NULL,
    due_at timestamptz NOT NULL
);
CREATE INDEX mails_by_due ON mails (due_at);

-- Finds the chats that have been idle for longer than the settings say.
CREATE INDEX chats_by_activity ON chats (last_activity);
