/** The tool registry as a server of the Model Context Protocol, over streamable HTTP (protocols-1). */
package dev.guildhall.http.mcp;
