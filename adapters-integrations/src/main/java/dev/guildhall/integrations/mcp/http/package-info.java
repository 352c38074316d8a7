/** Connections to MCP servers over streamable HTTP. */
package dev.guildhall.integrations.mcp.http;
