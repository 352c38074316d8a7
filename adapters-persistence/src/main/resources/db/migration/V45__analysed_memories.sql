-- The first search of a user reads all memories, so the index is stored nearly as it is kept: texts analysed, and a byte
-- for each coordinate of an embedding. Embeddings without a scale have four bytes for each, until they are rewritten.
ALTER TABLE memories ADD COLUMN analysed_text bytea, ADD COLUMN embedding_scale real;
CREATE INDEX memories_without_text ON memories (id) WHERE analysed_text IS NULL;
