/** Connects users to integrations, and keeps their credentials valid. */
package dev.guildhall.core.tool.connection;
