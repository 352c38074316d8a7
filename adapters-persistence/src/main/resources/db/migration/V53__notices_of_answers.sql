-- What a model did not receive of the conversation, as a JSON array of sentences; null for none.
ALTER TABLE chat_messages ADD COLUMN notices text;
