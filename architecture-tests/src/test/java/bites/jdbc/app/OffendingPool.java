package bites.jdbc.app;

import org.jdbi.v3.core.Jdbi;

record OffendingPool(Jdbi jdbi) {}
