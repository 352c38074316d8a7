package bites.jdbc.persistence;

import java.sql.Connection;
import org.jdbi.v3.core.Jdbi;

record PgThings(Jdbi jdbi, Connection connection) {}
