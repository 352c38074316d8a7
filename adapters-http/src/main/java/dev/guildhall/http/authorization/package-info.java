/** The authorization server for OAuth clients that act at {@code /mcp} (contract 8, MCP sign-in). */
package dev.guildhall.http.authorization;
