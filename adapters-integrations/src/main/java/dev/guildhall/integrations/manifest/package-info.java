/** Integrations that are declared in files (tools-16, tools-17): reading them, and making endpoints of them. */
package dev.guildhall.integrations.manifest;
