-- A database has the extension of V56 once, in one schema: a second schema of the same database got no index from V56.
DO $$
DECLARE
    home text := (
        SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
    IF home IS NOT NULL THEN
        EXECUTE format(
            'CREATE INDEX IF NOT EXISTS users_by_part_of_email ON users USING gin (email %I.gin_trgm_ops) WITH (fastupdate = off)',
            home);
        EXECUTE format(
            'CREATE INDEX IF NOT EXISTS profiles_by_part_of_name ON profiles USING gin (display_name %I.gin_trgm_ops)'
                ' WITH (fastupdate = off)',
            home);
    END IF;
EXCEPTION
    WHEN insufficient_privilege OR feature_not_supported OR undefined_object THEN
        RAISE WARNING 'searches of accounts have no index: %', SQLERRM;
END
$$;
