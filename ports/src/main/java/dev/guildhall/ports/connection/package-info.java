/** Integrations, and the connections of users to them (tools-16 to tools-22). */
@NullMarked
package dev.guildhall.ports.connection;

import org.jspecify.annotations.NullMarked;
