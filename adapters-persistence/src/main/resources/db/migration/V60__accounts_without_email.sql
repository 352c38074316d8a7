-- A user of a provider that names no e-mail address has none (contract 1); before, such an account had a reserved one.
ALTER TABLE users ALTER COLUMN email DROP NOT NULL;
UPDATE users SET email = NULL WHERE email LIKE 'usr\_%@token.invalid';
