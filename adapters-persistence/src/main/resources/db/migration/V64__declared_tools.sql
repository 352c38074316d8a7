-- The tool as its MCP server lists it, with all members; null for other tools, and for imports of earlier versions until
-- the next import.
ALTER TABLE tools ADD COLUMN declared json;
