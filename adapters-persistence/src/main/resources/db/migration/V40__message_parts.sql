-- The parts of a user's message with pictures, sounds or files: an array in OpenAI's form. Null for text alone.
ALTER TABLE chat_messages ADD COLUMN parts text;
