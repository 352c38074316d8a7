package bites.jdbc.core;

import java.sql.Connection;

record OffendingQuery(Connection connection) {}
