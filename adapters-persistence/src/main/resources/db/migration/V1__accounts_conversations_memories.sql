-- What holds for the installation as a whole: one row.
CREATE TABLE installation (
    id           integer PRIMARY KEY CHECK (id = 1),
    secret_check text NOT NULL
);

CREATE TABLE users (
    id                text PRIMARY KEY,
    email             text NOT NULL,
    password_hash     text,
    active_profile_id text NOT NULL,
    created_at        timestamptz NOT NULL,
    CONSTRAINT users_email_unique UNIQUE (email)
);

CREATE TABLE profiles (
    id           text PRIMARY KEY,
    user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    display_name text NOT NULL,
    avatar       text,
    created_at   timestamptz NOT NULL
);
CREATE INDEX profiles_of_user ON profiles (user_id, created_at, id);

CREATE TABLE sessions (
    id               text PRIMARY KEY,
    user_id          text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    ended_at         timestamptz,
    refresh_hash     text NOT NULL,
    token_expires_at timestamptz NOT NULL,
    CONSTRAINT sessions_refresh_hash_unique UNIQUE (refresh_hash)
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_end ON sessions (ended_at) WHERE ended_at IS NOT NULL;

-- Refresh tokens that have been exchanged. One that comes again ends its session.
CREATE TABLE used_refresh_tokens (
    hash       text PRIMARY KEY,
    session_id text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX used_refresh_tokens_of_session ON used_refresh_tokens (session_id);

CREATE TABLE signing_keys (
    key_id             text PRIMARY KEY,
    sealed_private_key text NOT NULL,
    public_key         text NOT NULL,
    created_at         timestamptz NOT NULL
);

CREATE TABLE chats (
    id            text PRIMARY KEY,
    user_id       text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    mode          text NOT NULL,
    created_at    timestamptz NOT NULL,
    last_activity timestamptz NOT NULL,
    message_count integer NOT NULL
);
CREATE INDEX chats_of_user ON chats (user_id, last_activity);

-- tool_uses is json and not jsonb: it comes back as it was said, with its order of fields, and may hold an escaped NUL.
CREATE TABLE chat_messages (
    chat_id   text NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    seq       integer NOT NULL,
    speaker   text NOT NULL,
    content   text NOT NULL,
    tool_uses json NOT NULL,
    said_at   timestamptz NOT NULL,
    PRIMARY KEY (chat_id, seq)
);

-- chat_id is no foreign key: a memory may outlive the conversation that it comes from.
CREATE TABLE memories (
    id         text PRIMARY KEY,
    user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    type       text NOT NULL,
    content    text NOT NULL,
    importance double precision NOT NULL,
    tags       text[] NOT NULL,
    chat_id    text,
    created_at timestamptz NOT NULL
);
CREATE INDEX memories_of_user ON memories (user_id, type, created_at, id);
CREATE INDEX memories_of_chat ON memories (chat_id);
