-- What an administrator says that a model can do.
ALTER TABLE models ADD COLUMN capabilities text[] NOT NULL DEFAULT '{}';
