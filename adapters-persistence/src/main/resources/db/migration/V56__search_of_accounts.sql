-- Administrators search accounts for a part of an address or a name. The extension is one that the owner of a database can
-- create without being a superuser. On a server without it, a search reads the accounts.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX users_by_part_of_email ON users USING gin (email gin_trgm_ops) WITH (fastupdate = off);
    CREATE INDEX profiles_by_part_of_name ON profiles USING gin (display_name gin_trgm_ops) WITH (fastupdate = off);
EXCEPTION
    WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
        RAISE WARNING 'searches of accounts have no index: %', SQLERRM;
END
$$;
