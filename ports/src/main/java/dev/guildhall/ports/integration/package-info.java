/** Integrations that are declared, and those that users add while the server runs. */
@NullMarked
package dev.guildhall.ports.integration;

import org.jspecify.annotations.NullMarked;
