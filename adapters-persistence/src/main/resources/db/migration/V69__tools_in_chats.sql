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
