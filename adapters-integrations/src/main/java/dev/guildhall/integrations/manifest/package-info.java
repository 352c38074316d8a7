/** Integrations that are declared in files (contract 2): reading them, and making endpoints of them. */
package dev.guildhall.integrations.manifest;
