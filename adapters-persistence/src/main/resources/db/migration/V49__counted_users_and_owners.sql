-- What is stored with a key of a group counts for the limits of the key's maker; a null counts_for means the owner. The
-- media_bytes of a chat are those of its messages that count for its owner.
ALTER TABLE memories ADD COLUMN counts_for text;
ALTER TABLE files ADD COLUMN counts_for text;
ALTER TABLE chat_messages ADD COLUMN counts_for text;
ALTER TABLE tools ADD COLUMN counts_for text;

-- Few rows have the column, so these indexes are small. One is for the memories about a user that count for
-- another one.
CREATE INDEX memories_counted_for ON memories (counts_for) WHERE counts_for IS NOT NULL;
CREATE INDEX memories_counted_for_others ON memories (user_id) WHERE counts_for IS NOT NULL;
CREATE INDEX files_counted_for ON files (counts_for) WHERE counts_for IS NOT NULL;
CREATE INDEX chat_messages_counted_for ON chat_messages (counts_for) WHERE counts_for IS NOT NULL;
CREATE INDEX tools_counted_for ON tools (counts_for) WHERE counts_for IS NOT NULL;

-- The lists and counts of an owner's tasks, and the erasure of an account.
CREATE INDEX task_queue_of_owner ON task_queue (owner, id);
