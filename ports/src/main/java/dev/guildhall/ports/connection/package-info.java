/** Integrations, and the connections of users to them (tools-16 to tools-22). */
package dev.guildhall.ports.connection;
