-- What models and tools received and returned in the steps of a trace, encrypted.
ALTER TABLE chat_traces ADD COLUMN sealed_texts text;
