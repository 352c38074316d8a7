-- A turn's number fences its answer: only the node that has the number stores the answer, and in its place alone.
ALTER TABLE chats ADD COLUMN turn bigint NOT NULL DEFAULT 0;
-- The turn that the message answers; null for a question.
ALTER TABLE chat_messages ADD COLUMN turn bigint;
