-- What servers ask users during tool calls, until its time is over. The call that waits removes the answer when it has it.
CREATE TABLE tool_questions (
    id text PRIMARY KEY,
    chat_id text NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    user_id text NOT NULL,
    question text NOT NULL,
    answer text,
    closed boolean NOT NULL DEFAULT false,
    expires_at timestamptz NOT NULL
);
CREATE INDEX tool_questions_chat ON tool_questions (chat_id);
CREATE INDEX tool_questions_user ON tool_questions (user_id);
CREATE INDEX tool_questions_expires_at ON tool_questions (expires_at);

-- Pictures and sounds of tools' results, with the place of the answer in the chat. They count for the owner of the chat.
CREATE TABLE tool_media (
    id text PRIMARY KEY,
    chat_id text NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    seq integer NOT NULL,
    user_id text NOT NULL,
    type text NOT NULL,
    bytes bigint NOT NULL,
    content bytea NOT NULL
);
CREATE INDEX tool_media_chat ON tool_media (chat_id, seq);
CREATE INDEX tool_media_user ON tool_media (user_id) INCLUDE (bytes);
