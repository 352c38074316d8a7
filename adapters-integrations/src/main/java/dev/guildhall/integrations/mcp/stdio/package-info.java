/** MCP servers that run as processes of this machine. */
package dev.guildhall.integrations.mcp.stdio;
