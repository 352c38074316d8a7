/** Authorization of OAuth clients to use {@code /mcp} for a user (contract 8, MCP sign-in). */
package dev.guildhall.ports.authorization;
