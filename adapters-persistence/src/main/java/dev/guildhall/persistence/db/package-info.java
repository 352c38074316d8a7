/** Access to the database: connections, transactions, migrations and outages. */
@NullMarked
package dev.guildhall.persistence.db;

import org.jspecify.annotations.NullMarked;
