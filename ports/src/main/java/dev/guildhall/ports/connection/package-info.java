/** Integrations, and the connections of users to them (spec/1, contract 2). */
package dev.guildhall.ports.connection;
