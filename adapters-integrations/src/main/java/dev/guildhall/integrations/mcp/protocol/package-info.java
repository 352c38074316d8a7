/** The messages of the Model Context Protocol, and a session with a server whatever the transport. */
package dev.guildhall.integrations.mcp.protocol;
