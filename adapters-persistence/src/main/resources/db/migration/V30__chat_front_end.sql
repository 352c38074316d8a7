-- Browser sessions: the browser has a key, of which the server keeps a digest; tokens are sealed.
CREATE TABLE web_sessions (
    key_hash             text PRIMARY KEY,
    user_id              text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_id           text NOT NULL,
    sealed_access_token  text NOT NULL,
    sealed_refresh_token text NOT NULL,
    token_expires_at     timestamptz NOT NULL,
    created_at           timestamptz NOT NULL,
    last_seen_at         timestamptz NOT NULL
);
CREATE INDEX web_sessions_of_user ON web_sessions (user_id);
CREATE INDEX web_sessions_of_session ON web_sessions (session_id);
CREATE INDEX web_sessions_by_creation ON web_sessions (created_at);
CREATE INDEX web_sessions_by_use ON web_sessions (last_seen_at);

-- The lists of chats of web users. id is no foreign key: the agent service may have its conversations elsewhere.
CREATE TABLE web_chats (
    id         text PRIMARY KEY,
    user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title      text NOT NULL,
    mode       text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX web_chats_of_user ON web_chats (user_id, updated_at DESC, id DESC);

-- The latest answer of each chat. Events of a chat are numbered on from answer to answer; next_number is the next one's.
-- Each flush of a node extends leases, so no index has lease_until or next_number. ended_at is absent while the answer runs,
-- and when its events have been removed.
CREATE TABLE answers (
    chat_id        text PRIMARY KEY REFERENCES web_chats (id) ON DELETE CASCADE,
    id             text NOT NULL UNIQUE,
    node           text NOT NULL,
    status         text NOT NULL,
    first_number   integer NOT NULL,
    next_number    integer NOT NULL,
    started_at     timestamptz NOT NULL,
    lease_until    timestamptz NOT NULL,
    stop_requested boolean NOT NULL,
    ended_at       timestamptz
) WITH (fillfactor = 50);
CREATE INDEX answers_running ON answers (chat_id) WHERE status = 'RUNNING';
CREATE INDEX answers_to_stop ON answers (node) WHERE status = 'RUNNING' AND stop_requested;
CREATE INDEX answers_ended ON answers (ended_at) WHERE ended_at IS NOT NULL;

-- Events in batches, as they were stored. events is json and not jsonb: what a tool said may hold a NUL.
CREATE TABLE answer_events (
    chat_id      text NOT NULL REFERENCES answers (chat_id) ON DELETE CASCADE,
    first_number integer NOT NULL,
    last_number  integer NOT NULL,
    events       json NOT NULL,
    PRIMARY KEY (chat_id, last_number)
);

-- Files that users upload; their content stands in files of the data directory that are named by its digest.
CREATE TABLE files (
    id           text PRIMARY KEY,
    user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name         text NOT NULL,
    size         bigint NOT NULL,
    content_type text NOT NULL,
    sha256       text NOT NULL,
    created_at   timestamptz NOT NULL
);
CREATE INDEX files_of_user ON files (user_id, id DESC);
CREATE INDEX files_by_digest ON files (sha256);
