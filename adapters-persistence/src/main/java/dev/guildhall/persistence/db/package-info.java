/** Access to the database: address, connections, transactions, migrations and outages. */
package dev.guildhall.persistence.db;
