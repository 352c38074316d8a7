-- How an answer of the agent came about, as JSON: assistant, model, usage, cost, reasoning, citations.
ALTER TABLE chat_messages ADD COLUMN details text;
