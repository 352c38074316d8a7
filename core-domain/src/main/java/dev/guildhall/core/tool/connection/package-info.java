/** Connects users to integrations, and keeps their credentials fresh. */
package dev.guildhall.core.tool.connection;
