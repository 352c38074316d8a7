-- A look for active tools without an embedding of the current model reads no others.
CREATE INDEX tools_active_by_model ON tools (embedding_model, id) WHERE status = 'active';
DROP INDEX tools_by_model;
