/** The database: its address, connections, transactions, migrations, and what an outage is. */
package dev.guildhall.persistence.db;
